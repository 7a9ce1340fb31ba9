import { demoAccounts } from '../wallets/accounts.ts'
import { startWorld } from '../world/world.ts'
import { printLines, runUntilEnded } from './terminal.ts'

await runUntilEnded(async (options) => {
  const world = await startWorld(options)
  printLines([
    '',
    `Warren is at ${world.url}`,
    '',
    'Sign in there with one of the demo wallets; each holds a million test USDC and USDT, and ETH:',
    ...demoAccounts.map(({ role, address }) => `  ${role.padEnd(7)} ${address}`),
    '',
    `Its mail is at http://localhost:${world.ports.outside}/outbox; no mail leaves this machine.`,
    '',
    `${Math.round(world.memory() / 1024)} MB of memory, data in ${world.dir}. Ctrl-C stops it, npm run reset deletes its data.`,
  ])
  return world
})
