import { defineConfig } from '@playwright/test'
import { ensureChromium } from '../../workers/local/cli/chromium.ts'
import type { WorkerOptions } from './fixtures.ts'
import { WORKERS } from './world.ts'

/** Journeys that run once in each language. The others choose the language themselves. */
const IN_BOTH_LANGUAGES = /\/(accessibility(-\w+)?|listings)\.test\.ts$/

/** Journeys: a real browser against a real local world. */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: './setup.ts',
  outputDir: '../../node_modules/.cache/journeys',
  workers: WORKERS,
  // The same reporter in every environment, because it shows how long each journey takes.
  reporter: 'list',
  forbidOnly: true,
  // A failed journey is repeated once, in a new world and with a trace. Recording every journey would double the time. `npm test` allows few repetitions.
  retries: 1,
  maxFailures: 5,
  // A CI run has a time limit, and one that is stopped from outside does not list its failures.
  globalTimeout: 68 * 60_000,
  // Long, so that no journey fails because the machine is busy.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: ensureChromium(() => {}),
      // Without a UTF-8 locale, Chromium replaces the file names of downloads that contain letters outside ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Most of these flags stop Chromium's own background requests.
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
  // Long journeys come first, so that both workers end at about the same time.
  projects: [
    { name: 'ja', testMatch: IN_BOTH_LANGUAGES, use: { language: 'ja', width: 390 } },
    { name: 'en', use: { language: 'en', width: 1440 } },
  ],
})
