/**
 * Loaded into wrangler before it starts: the esbuild that it uses builds once, and does not watch its files.
 *
 * `wrangler pages dev` always watches. esbuild polls, and reads a file that was new when it was built in full each time; here that is the
 * worker of the pages and its source map, six times a second, which costs a fifth of a core for each world. The files of a world never change.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.resolve('wrangler/package.json'))
const path = require.resolve('esbuild')
const esbuild = require(path) as typeof import('esbuild')

const context = async (options: Parameters<typeof esbuild.context>[0]) => {
  const made = await esbuild.context(options)
  return { ...made, watch: async () => void (await made.rebuild()) }
}
require.cache[path]!.exports = { ...esbuild, context }
