import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without windows opens a page in about 60 % of the time that full Chromium needs (docs/decisions/0025-journeys.md). */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The time limit of each apt-get command (ms). If it is exceeded, an installed Chromium is used. */
const INSTALL_MS = 300_000

const find = () => [process.env.CHROMIUM ?? '', ...PATHS].find((path) => path !== '' && existsSync(path))

/**
 * Returns the path of a Chromium and sets CHROMIUM for child processes. As root on Debian it installs the one without windows. If
 * there is no Chromium, it throws one line that says what to do.
 */
export function ensureChromium(log: (line: string) => void): string {
  let path = find()
  const isPreferred = path !== undefined && [process.env.CHROMIUM, HEADLESS_SHELL].includes(path)
  if (!isPreferred && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('installing Chromium')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk']]) {
      const { error } = spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore', env, timeout: INSTALL_MS })
      // The next command would wait as long.
      if (error) break
    }
    path = find()
  }
  if (!path) throw new Error('no Chromium was found: install it (Debian: apt install chromium), or name one with CHROMIUM=/path/to/it')
  process.env.CHROMIUM = path
  return path
}
