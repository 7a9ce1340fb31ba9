import { demoAccounts } from '../wallets/accounts.ts'
import { seedCreator, startWorld } from '../world/world.ts'
import { printLines, runUntilEnded } from './terminal.ts'

await runUntilEnded(async (options) => {
  const world = await startWorld(options)
  await seedCreator(world, options.log)
  printLines([
    '',
    `Warren runs at ${world.url}`,
    '',
    'Log in with one of the demo wallets. Each has one million test USDC and USDT, and ETH:',
    ...demoAccounts.map(({ role, address }) => `  ${role.padEnd(7)} ${address}`),
    '',
    `Mails are shown at http://localhost:${world.ports.outside}/outbox. No mail leaves this machine.`,
    '',
    `${Math.round(world.memory() / 1024)} MB of memory, data in ${world.dir}. Ctrl-C stops it, npm run reset deletes its data.`,
  ])
  return world
})
