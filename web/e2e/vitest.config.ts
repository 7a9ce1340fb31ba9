import { defineConfig } from 'vitest/config'

/** How many files run side by side. Each worker has a world, which its files share one after the other. */
export const WORKERS = process.env.WARREN_URL ? 1 : 2

/** Journeys: a real browser against a real local world. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'journeys',
    environment: 'node',
    include: ['*.test.ts'],
    globalSetup: './setup.ts',
    setupFiles: './failures.ts',
    maxWorkers: WORKERS,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
