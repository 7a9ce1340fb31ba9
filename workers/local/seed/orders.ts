import type { PartyVerb } from '../../orders/orders.schema.ts'
import type { PersonName } from './people.ts'

/** One step of an order: a transaction or a message by one of the two parties. `refund` is in basis points. */
type SeedStep = { do: PartyVerb; refund?: number } | { buyer: string } | { seller: string }

/** An order of the seed data. `service` is the key of a service, `story` the steps after the payment. */
export interface SeedOrder {
  key: string
  buyer: PersonName
  service: string
  plan: string
  token: 'USDC' | 'ETH'
  story: SeedStep[]
}

/** A completed order and one in each open status. The demo seller (Aiko) and buyer (Ben) each have something to answer. Newest last. */
export const ORDERS: SeedOrder[] = [
  {
    key: 'edit',
    buyer: 'ben',
    service: 'edit',
    plan: 'Up to 1,000 words',
    token: 'USDC',
    story: [
      { buyer: 'Hello Lena. It is 600 words about a bakery, and I have stared at them for a year.' },
      { do: 'accept' },
      { seller: 'Then they need a stranger. You have it back tomorrow, with a note at every change.' },
      { do: 'deliver' },
      { seller: 'Done. I kept the flood of 2019 and cut the word “artisan” nine times.' },
      { do: 'complete' },
      { buyer: 'It sounds like me on a good day. Thank you!' },
    ],
  },
  {
    key: 'cards',
    buyer: 'ben',
    service: 'meishi',
    plan: '名刺',
    token: 'USDC',
    story: [
      { do: 'accept' },
      { buyer: 'Twenty cards for the counter, please. The paper sample with the flecks is lovely.' },
      { seller: '承知しました。Flecked it is; the printer has it on Friday.' },
      { do: 'deliver' },
      { buyer: 'They came, and they are beautiful, but the phone number is missing a digit on all of them.' },
      { do: 'dispute', refund: 6000 },
      { seller: 'I am sorry, that one is mine. The printing is paid, but I can give back a part, and the files are mended already.' },
      { do: 'counter', refund: 2500 },
    ],
  },
  {
    key: 'landing',
    buyer: 'ben',
    service: 'landing',
    plan: 'Page',
    token: 'USDC',
    story: [
      { do: 'accept' },
      { seller: 'Thanks for the photos, Ben. The oven one goes on top.' },
      { buyer: 'Can people see what is left of the day’s bread?' },
      { seller: 'Yes: a small table you change from your phone. It fits into the six sections.' },
      { do: 'deliver' },
      { seller: 'It is live on your account. Please click through it, and release the payment once you are happy.' },
    ],
  },
  {
    key: 'logo',
    buyer: 'ben',
    service: 'logo',
    plan: 'Studio',
    token: 'USDC',
    story: [
      { do: 'accept' },
      { buyer: 'The sign over the door is 60 cm wide and the stamp for the boxes 12 mm. It has to work on both.' },
      { seller: 'Good, that rules out half of what people ask for. Three directions by Thursday.' },
      { seller: 'First sketches: a loaf, a lit window, and a rabbit that is also a croissant.' },
      { buyer: 'The rabbit. Could the ears be a touch rounder?' },
      { seller: 'もちろん。Tomorrow morning, and it is included in your revisions.' },
    ],
  },
  {
    key: 'meishi',
    buyer: 'lena',
    service: 'meishi',
    plan: 'ロゴと名刺',
    token: 'ETH',
    story: [{ buyer: 'こんにちは。京都で写真展をひらくので、小さなロゴと日英の名刺をお願いできますか。日本語は勉強中です。' }],
  },
]
