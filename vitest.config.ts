import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig, defineProject } from 'vitest/config'
import { testDatabase } from './workers/local/test-database.ts'

/**
 * One project per area, inside workerd with the area's own wrangler.toml and a real libSQL engine behind HTTP, and one in
 * Node for what runs there (local world, contracts' scripts, pure web code). A database serves one run of one project.
 */
const area = async (name: string, bindings: Record<string, string> = {}) =>
  defineProject({
    plugins: [
      cloudflareTest({
        wrangler: { configPath: `./workers/${name}/wrangler.toml` },
        miniflare: {
          bindings: { ENV: 'local', APP_ORIGINS: 'http://localhost:8788', DATABASE_URL: await testDatabase(), ...bindings },
        },
      }),
    ],
    test: { name, include: [`workers/${name}/**/*.test.ts`, ...(name === 'auth' ? ['workers/shared/**/*.test.ts'] : [])] },
  })

export default defineConfig(async () => ({
  test: {
    silent: 'passed-only' as const,
    projects: [
      ...(await Promise.all(['auth', 'listings', 'uploads', 'orders', 'chat', 'indexer'].map((name) => area(name)))),
      defineProject({
        test: {
          name: 'node',
          environment: 'node',
          include: ['workers/local/**/*.test.ts', 'contracts/**/*.test.ts', 'web/**/*.test.ts', 'workers/**/*.schema.node.test.ts'],
          exclude: ['web/e2e/**', '**/node_modules/**'],
        },
      }),
    ],
  },
}))
