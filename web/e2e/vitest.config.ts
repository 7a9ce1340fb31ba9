import { defineConfig } from 'vitest/config'

/** Journeys: a real browser against a real local world, one after the other, since they share it. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'journeys',
    environment: 'node',
    include: ['*.test.ts'],
    globalSetup: './setup.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
