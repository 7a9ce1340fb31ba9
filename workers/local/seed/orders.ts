import type { PartyVerb } from '../../orders/orders.schema.ts'
import type { PersonName } from './people.ts'

/**
 * One step of an order: a transaction or a message by one of the two parties. `refund` is in basis points, `message` is that of
 * a delivery.
 */
type SeedStep = { do: PartyVerb; refund?: number; message?: string } | { buyer: string } | { seller: string }

/** An order of the seed data. `service` is the key of a service, `story` the steps after the payment. */
export interface SeedOrder {
  key: string
  buyer: PersonName
  service: string
  plan: string
  token: 'USDC' | 'ETH'
  story: SeedStep[]
  /** What both parties wrote after the end: the buyer, the seller, and the seller's answer. */
  reviews?: { buyer: SeedReview; seller: SeedReview; answer?: string }
}

interface SeedReview {
  rating: number
  review: string
}

/** The steps of an order without anything unusual. */
const SMOOTH: SeedStep[] = [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }]

/** A completed order and one in each open status. The demo seller (Aiko) and buyer (Ben) each have something to answer. Newest last. */
export const ORDERS: SeedOrder[] = [
  {
    key: 'logo-lena',
    buyer: 'lena',
    service: 'logo',
    plan: 'Studio',
    token: 'ETH',
    story: SMOOTH,
    reviews: {
      buyer: {
        rating: 5,
        review:
          'Aiko asked about the window, not about my favourite colours. The mark works on a lens cap and on the van.\n\nAll files came named as promised.',
      },
      seller: { rating: 5, review: 'Knew what she wanted and said no in one sentence. A pleasure.' },
      answer: 'Thank you, Lena. Send me a picture of the van!',
    },
  },
  {
    key: 'logo-priya',
    buyer: 'priya',
    service: 'logo',
    plan: 'Studio',
    token: 'ETH',
    story: SMOOTH,
    reviews: {
      buyer: {
        rating: 4,
        review: 'Beautiful work and clean SVGs. It took two days longer than planned, and she told me before I had to ask.',
      },
      seller: { rating: 5, review: '返事が早く、ファイルの受け渡しもていねいでした。またぜひお願いします。' },
      answer: 'True, the third direction cost me a weekend. It was the one you took.',
    },
  },
  {
    key: 'meishi-hana',
    buyer: 'hana',
    service: 'meishi',
    plan: '名刺',
    token: 'ETH',
    story: SMOOTH,
    reviews: {
      buyer: {
        rating: 5,
        review: '紙の手ざわりまで相談に乗っていただきました。お渡しした方みなさんに「どちらで作られたのですか」と聞かれます。',
      },
      seller: { rating: 5, review: '同じ印刷の仕事をする方なので、話が早くて助かりました。' },
      answer: 'ありがとうございます。次は角の丸い名刺もぜひ。',
    },
  },
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
      { do: 'deliver', message: 'Done. I kept the flood of 2019 and cut the word “artisan” nine times.' },
      { do: 'complete' },
      { buyer: 'It sounds like me on a good day. Thank you!' },
    ],
    reviews: {
      buyer: { rating: 5, review: 'Every cut had a note that said why. I would have kept the flood too.' },
      seller: { rating: 5, review: 'Clear text, clear wishes, and a photo of the bread. More of these, please.' },
    },
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
      { do: 'deliver', message: 'It is live on your account. Please click through it, and release the payment once you are happy.' },
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
