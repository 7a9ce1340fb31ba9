import { afterEach } from 'vitest'
import { whatPeopleSee } from './browser.ts'

/** Prints what was on the screens when a journey failed. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${task.name}: the screens were\n${await whatPeopleSee()}`)
})
