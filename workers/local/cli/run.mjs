#!/usr/bin/env node
// Runs with any Node.js and without dependencies: installs what the lock file lists, then starts the Node.js of the dev dependencies, which
// the tools need.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const scriptDir = dirname(fileURLToPath(import.meta.url))
const root = join(scriptDir, '../../..')
const modules = join(root, 'node_modules')
const commands = ['start', 'dev', 'reset', 'test', 'bench', 'deploy', 'replay', 'audit-log', 'chaos']

const fail = (line) => {
  process.stderr.write(`warren: ${line}\n`)
  process.exit(1)
}

const [command, ...args] = process.argv.slice(2)
if (!commands.includes(command)) fail(`usage: run.mjs ${commands.join('|')}`)
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node.js 20 or newer is needed, this is ${process.versions.node}`)

/** Runs npm. If npm started this process, runs npm's own script, so that a Node.js without npm in its path works too. */
function npm(commandLine) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', maxBuffer: 1 << 26 }
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return spawnSync(process.execPath, [script, ...commandLine], options)
  return spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', commandLine, { ...options, shell: process.platform === 'win32' })
}

/** Whether npm's record of installed packages contains every package of the lock file in its version. */
function installed() {
  const installRecord = join(modules, '.package-lock.json')
  if (!existsSync(installRecord) || !existsSync(node)) return false
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  const installedPackages = packagesOf(installRecord)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || installedPackages[path]?.version === version || (!installedPackages[path] && (optional || devOptional)),
  )
}

const node = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
if (!installed()) {
  process.stdout.write('Installing packages, a minute or two the first time\n')
  const { status, stderr, error } = npm(['ci', '--no-audit', '--no-fund', '--loglevel', 'error'])
  if (status !== 0) {
    const lines =
      stderr
        ?.split('\n')
        .filter(
          (line) => /^npm (error|ERR!)/.test(line) && /\w{3}.* \w/.test(line.slice(10)) && !/^npm \S+ code|complete log/.test(line),
        ) ?? []
    const reason = (error?.message ?? lines[0] ?? `npm ended with ${status}`).replace(/^npm (error|ERR!) /, '')
    fail(`could not install the packages (${reason}): check the network, then run npm ci`)
  }
  if (!existsSync(node)) fail('the package "node" has no binary: run npm ci without --ignore-scripts')
}

// The channel closes when this process ends, even if it is killed; then the supervisor stops.
const child = spawn(node, [join(scriptDir, `${command}.ts`), ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}` },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('error', (error) => fail(`could not be started: ${error.message}`))
child.once('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)))
