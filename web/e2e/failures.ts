import { afterEach } from 'vitest'
import { describeScreens } from './browser.ts'

/** Prints what the browsers showed when a journey failed. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${task.name}: the screens were\n${await describeScreens()}`)
})
