import { defineConfig } from '@playwright/test'
import { ensureChromium } from '../../workers/local/cli/chromium.ts'
import type { WorkerOptions } from './fixtures.ts'
import { WORKERS } from './world.ts'

/** Journeys that are run in each language. The others choose the language themselves. */
const IN_BOTH_LANGUAGES = /\/(accessibility|listings)\.test\.ts$/

/** Journeys: a real browser against a real local world. */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: './setup.ts',
  outputDir: '../../node_modules/.cache/journeys',
  workers: WORKERS,
  // A list in every environment: other reporters hide which journey takes long.
  reporter: 'list',
  forbidOnly: true,
  // A failed journey is repeated only to record a trace, and stays a failure. Recording always would double the time.
  retries: 1,
  failOnFlakyTests: true,
  maxFailures: 10,
  // Generous, because a busy machine is not a failure.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: ensureChromium(() => {}),
      // Without background requests of its own.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The longest journeys come first, so that both workers end at about the same time.
  projects: [
    { name: 'ja', testMatch: IN_BOTH_LANGUAGES, use: { language: 'ja', width: 390 } },
    { name: 'en', use: { language: 'en', width: 1440 } },
  ],
})
