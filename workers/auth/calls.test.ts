import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, vi } from 'vitest'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import { FRESH_CALLS } from './fresh.schema.ts'
import worker from './index.ts'
import { newEmail, newWallet, outside, PASSWORD, worldEnv } from './testing.ts'

const area = '/api/auth'
const token = 'a'.repeat(43)
const named = (...names: string[]) => names.map((name) => `POST ${area}/${name}`)

beforeEach(() => void outside({ rpc: () => ({ result: '0x' }) }))
afterEach(() => vi.unstubAllGlobals())

describeCalls('calls of auth', {
  app: worker,
  env: worldEnv,
  send: (method, path, init) => call(worker, worldEnv, createExecutionContext(), method, path, init),
  fresh: Object.entries(FRESH_CALLS).map(([name, { method }]) => `${method} ${area}/${name}`),
  lasting: [
    ...named('getNonce', 'signIn', 'register', 'login', 'confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword'),
    ...named(
      'signInAgain',
      'dismissWalletChange',
      'logout',
      'enableAccount',
      'setLanguage',
      'addProfile',
      'follow',
      'unfollow',
      'claimCarrots',
    ),
  ],
  world: async () => {
    const owner = await signedIn(worldEnv)
    const seller = await signedIn(worldEnv)
    const member = await signedIn(worldEnv, { wallet: false })
    const newcomer = await signedIn(worldEnv, { terms: false, name: '', wallet: false })
    const wallet = newWallet()
    const proof = { account: wallet.address, signature: wallet.sign('Sign in'), message: 'Sign in', provider: 'local.warren.seller' }
    const email = newEmail()
    const profile = {
      name: 'Aiko Mori',
      title: 'Draws',
      description: 'Marks that last.',
      image: null,
      video: 'https://youtu.be/dQw4w9WgXcQ',
      country: 'JP',
    }
    return {
      people: { owner, seller, member, newcomer },
      samples: {
        [`POST ${area}/getNonce`]: { json: { account: wallet.address } },
        [`POST ${area}/signIn`]: { json: proof },
        [`POST ${area}/addAccount`]: { json: proof },
        [`POST ${area}/signInAgain`]: { json: proof },
        [`GET ${area}/getAccounts`]: {},
        [`POST ${area}/dismissWalletChange`]: { json: { id: 1 } },
        [`POST ${area}/removeAccount`]: { json: { account: owner.address } },
        [`GET ${area}/verifyUserEmail`]: { query: { email } },
        [`POST ${area}/register`]: { json: { email, password: PASSWORD, language: 'en' } },
        [`POST ${area}/login`]: { json: { email, password: PASSWORD } },
        [`POST ${area}/changePassword`]: { json: { password: PASSWORD } },
        [`POST ${area}/confirmEmail`]: { json: { token, password: PASSWORD } },
        [`POST ${area}/resendConfirmation`]: {},
        [`POST ${area}/requestPasswordReset`]: { json: { email } },
        [`POST ${area}/resetPassword`]: { json: { token, password: PASSWORD } },
        [`POST ${area}/setEmail`]: { json: { email } },
        [`GET ${area}/getSessions`]: {},
        [`POST ${area}/logout`]: {},
        [`POST ${area}/endSession`]: { json: { id: 'others' } },
        [`GET ${area}/getUserInfo`]: {},
        [`POST ${area}/enableAccount`]: {},
        [`POST ${area}/setLanguage`]: { json: { language: 'ja' } },
        [`GET ${area}/getProfile`]: { query: { userId: String(owner.id) } },
        [`GET ${area}/getUserProfiles`]: { query: { users: `${owner.id},${seller.id}` } },
        [`POST ${area}/addProfile`]: { json: { profile } },
        [`POST ${area}/follow`]: { json: { userId: seller.id } },
        [`POST ${area}/unfollow`]: { json: { userId: seller.id } },
        [`GET ${area}/getFollowing`]: { query: { cursor: '1700000000.5' } },
        [`GET ${area}/getCarrots`]: {},
        [`POST ${area}/claimCarrots`]: {},
        [`GET ${area}/getCarrotHistory`]: { query: { before: '5' } },
        [`GET ${area}/exportMyData`]: {},
        [`GET ${area}/getOpenOrders`]: {},
        [`POST ${area}/deleteAccount`]: { json: { confirm: 'DELETE' } },
      },
    }
  },
})
