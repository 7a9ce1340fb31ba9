import type { EventDraft } from '../../listings/events.schema.ts'
import type { JobDraft } from '../../listings/jobs.schema.ts'
import { BERLIN, KANAZAWA, KYOTO, LONDON } from './city-ids.ts'
import type { PersonName } from './people.ts'

const USD = 1_000_000

/** A job or event of the seed data: its author, its picture in `pictures/`, its age. */
export interface SeedPost {
  key: string
  by: PersonName
  picture?: string
  daysAgo: number
}

type SeedJob = SeedPost & Omit<JobDraft, 'media'>
/** The start is given in days from now and an hour (UTC), the end in hours after the start. */
type SeedEvent = SeedPost & Omit<EventDraft, 'media' | 'event_date' | 'end_date'> & { inDays: number; hour: number; hours: number }

/** Oldest first. */
export const JOBS: SeedJob[] = [
  {
    key: 'job-photos',
    by: 'ben',
    category: 'operations',
    title: 'Packing and sending on Fridays, for a small bakery',
    description:
      '<p>Every Friday about a hundred and forty boxes of bread leave our back door before three in the afternoon. I need somebody beside me from nine who folds, fills, labels and does not lose their humour when the printer does.</p><ul><li>Fridays, nine to four, with lunch</li><li>You can lift fifteen kilos and read an address label in poor light</li><li>What is left over goes home with you</li></ul>',
    local: true,
    country: 'GB',
    city: LONDON,
    salary: { amount: 1_450, currency: 'GBP', period: 'hour' },
    duration: 26,
    daysAgo: 12,
  },
  {
    key: 'job-translator',
    by: 'kenji',
    category: 'translator',
    title: '英日ゲーム翻訳のレビュアーを探しています（週10時間ほど）',
    description:
      '<p>インディーゲームの英日翻訳で、私の訳文を読み、せりふの不自然なところや用語のゆれを指摘してくださる方を探しています。作品は会話の多いアドベンチャーで、全部で約12万字あります。</p><ul><li>週に10時間ほど、時間帯は自由です</li><li>スプレッドシートでのやりとりになります</li><li>ゲームの翻訳かLQAの経験がある方を歓迎します</li></ul><p>まずは千字ほどの短い試訳チェックをお願いします。こちらにもお支払いします。</p>',
    salary: { amount: 3_000, currency: 'JPY', period: 'hour' },
    duration: 12,
    picture: 'rpg',
    daysAgo: 8,
  },
  {
    key: 'job-audit',
    by: 'tomas',
    category: 'blockchain',
    title: 'Second pair of eyes for three Solidity audits',
    description:
      '<p>I have three reviews in the next six weeks that deserve more than one reader: a vault, a vesting contract and a small bridge, together about two thousand lines. You read after me, without my notes, and we compare.</p><ul><li>Foundry, and at least one invariant test for each contract</li><li>Findings as you would want to read them yourself</li></ul><p>Bid for all three together, or say which one you would take.</p>',
    bidding: true,
    bidBase: 900 * USD,
    duration: 6,
    picture: 'code',
    daysAgo: 5,
  },
  {
    key: 'job-front',
    by: 'priya',
    category: 'frontend',
    title: 'Front-end engineer who reads the accessibility tree for fun',
    description:
      '<p>We are four people who rebuild booking pages for theatres and museums. The next two years are planned and paid. You would own the component library, and say no to us when a design leaves somebody out.</p><ul><li>TypeScript and plain CSS, no framework of the week</li><li>You have used a screen reader for more than a demo</li><li>We meet on Tuesdays; all else is in writing</li></ul>',
    jobType: 'FULLTIME',
    salary: { amount: 5_400_000, currency: 'EUR', period: 'year' },
    picture: 'landing',
    daysAgo: 3,
  },
  {
    key: 'job-panels',
    by: 'mei',
    category: 'illustrator',
    title: '短編アニメーションの背景を描いてくださる方',
    description:
      '<p>灯台守とパン屋の話を、九分の手描きアニメーションにしています。海辺の町の背景を三十枚ほど、水彩の風合いで描いてくださる方を探しています。線画と色の見本はこちらで用意します。</p><ul><li>三十枚を六週間で。五枚ずつ確認しながら進めます</li><li>解像度は4K、レイヤーは空・町・手前の三つ</li></ul><p>入札には、近い雰囲気の作品が見られるサービスを添えてください。</p>',
    bidding: true,
    bidBase: 600 * USD,
    duration: 6,
    picture: 'island',
    daysAgo: 1,
  },
]

/** Oldest first; one of each theme, and one more. */
export const EVENTS: SeedEvent[] = [
  {
    key: 'event-daylight',
    by: 'lena',
    category: 'workshop',
    title: 'One window, one table: product photos without a flash',
    description:
      '<p>Bring three small things you sell and the camera you have, a phone will do. We spend a morning at my north window with white card, black card and tracing paper, and everybody leaves with pictures they can put in their shop the same evening.</p><ul><li>Eight people, so that everybody gets the window</li><li>Coffee, and far too much cake</li></ul>',
    eventType: 'IN_PERSON',
    country: 'DE',
    city: BERLIN,
    timeZone: 'Europe/Berlin',
    location: 'Second courtyard, third floor, ring at Brandt',
    hide_location: true,
    paid: true,
    price: 45 * USD,
    maxAttendees: 8,
    theme: 'SIMPLE_LIGHT',
    picture: 'ceramics',
    inDays: 9,
    hour: 8,
    hours: 4,
    daysAgo: 11,
  },
  {
    key: 'event-mix',
    by: 'marcus',
    category: 'meetup',
    title: 'Bring a mix: an evening of listening in a treated room',
    description:
      '<p>Ten people, ten songs, one pair of very honest speakers. You play what you are working on, the room says what it hears, and nobody talks while the music does. Finished things are welcome; unfinished things are better.</p>',
    eventType: 'IN_PERSON',
    country: 'GB',
    city: LONDON,
    timeZone: 'Europe/London',
    location: 'Sent to all attendees',
    hide_location: true,
    maxAttendees: 10,
    theme: 'SIMPLE_DARK',
    picture: 'audio',
    inDays: 16,
    hour: 19,
    hours: 3,
    daysAgo: 9,
  },
  {
    key: 'event-tea',
    by: 'hana',
    category: 'workshop',
    title: '墨と紙とお茶の午後、パッケージの題字を書く会',
    description:
      '<p>筆で書いた題字は、印刷しても手のあたたかさが残ります。この会では、お茶の袋に使う題字をひとり一つ、筆と墨で書きます。道具はこちらで用意します。初めての方も、久しぶりに筆を持つ方も、どうぞ気楽にお越しください。</p><ul><li>書いた題字は、スキャンしてデータでお渡しします</li><li>加賀棒茶と和菓子をご用意しています</li></ul>',
    eventType: 'IN_PERSON',
    country: 'JP',
    city: KANAZAWA,
    timeZone: 'Asia/Tokyo',
    location: '金沢市東山1丁目、茶屋街の角の二階',
    paid: true,
    price: 30 * USD,
    maxAttendees: 12,
    sponsors: [{ name: '東山製茶', url: null }],
    theme: 'INK',
    picture: 'tea',
    inDays: 23,
    hour: 4,
    hours: 3,
    daysAgo: 6,
  },
  {
    key: 'event-worlds',
    by: 'daniel',
    category: 'webinar',
    title: 'How a small island is made, from one sphere to the last boat',
    description:
      '<p>I build a stylised island from nothing in two hours and talk all the way through: which edges matter, where to cheat, and why the boat comes last. Questions at any time. You get the file afterwards, with the names of all layers as they should be.</p>',
    eventType: 'ONLINE',
    timeZone: 'America/Toronto',
    location: 'https://meet.example/small-island',
    hide_location: true,
    maxAttendees: 200,
    theme: 'COSMOS',
    picture: 'island-close',
    inDays: 30,
    hour: 17,
    hours: 2,
    daysAgo: 4,
  },
  {
    key: 'event-marks',
    by: 'aiko',
    category: 'exhibition',
    title: 'Marks that were not chosen: three days of rejected logos',
    description:
      '<p>Every logo that made it has twenty siblings that did not. For three days they hang on the walls of a machiya near the river: the ones that were too quiet, too early, or liked by everybody but the one who paid. On the last evening I tell the stories of five of them, in English and Japanese.</p>',
    eventType: 'HYBRID',
    country: 'JP',
    city: KYOTO,
    timeZone: 'Asia/Tokyo',
    location: 'Machiya by the Kamo river, Kyoto',
    sponsors: [{ name: 'Kamo Paper', url: 'https://paper.example/' }],
    theme: 'SIMPLE_LIGHT',
    picture: 'marks',
    inDays: 41,
    hour: 1,
    hours: 57,
    daysAgo: 2,
  },
]
