/** A person of the seed data. Their key is at this index of the test mnemonic (1 to 3 are the demo wallets). */
export interface Person {
  index: number
  name: string
  title: string
  description: string
  /** ISO 3166 code. */
  country: string
}

export const PEOPLE = {
  aiko: {
    index: 1,
    name: 'Aiko Mori',
    title: 'Marks and identities for small studios',
    description:
      'Fifteen years of drawing logos, the last eight of them from a house with a crooked door in Kyoto.\nI write English and 日本語.',
    country: 'JP',
  },
  ben: {
    index: 2,
    name: 'Ben Carter',
    title: 'Runs a small bakery that ships',
    description: 'I bake, and I need good people for everything that is not dough.',
    country: 'GB',
  },
  tomas: {
    index: 5,
    name: 'Tomás Reyes',
    title: 'Reads contracts for a living',
    description: 'Former bank auditor. I have reviewed about ninety Solidity code bases and still enjoy it.',
    country: 'MX',
  },
  hana: {
    index: 6,
    name: '鈴木 はな',
    title: 'パッケージと紙もののデザイナー',
    description: '金沢で、お茶やお菓子、化粧品のパッケージを作っています。印刷所とのやりとりまでお任せください。',
    country: 'JP',
  },
  lena: {
    index: 7,
    name: 'Lena Brandt',
    title: 'Product photographer, daylight only',
    description: 'One north window, one table, no flash. Send me your things and I send back pictures that sell them.',
    country: 'DE',
  },
  marcus: {
    index: 8,
    name: 'Marcus Oyelaran',
    title: 'Mix and mastering engineer',
    description: 'Bass player first, engineer second. I mix in a treated room in south London and answer within a day.',
    country: 'GB',
  },
  priya: {
    index: 9,
    name: 'Priya Nair',
    title: 'Front-end engineer and interface designer',
    description: 'I build pages that load before you have blinked and that everybody can use, keyboard and screen reader included.',
    country: 'IN',
  },
  kenji: {
    index: 10,
    name: '伊藤 健二',
    title: 'ゲーム翻訳者（英⇄日）',
    description: 'ゲームとアプリの翻訳を専門に12年。せりふの間と、画面に収まる文字数を大切にしています。',
    country: 'JP',
  },
  sofia: {
    index: 11,
    name: 'Sofia Rossi',
    title: 'Botanical illustrator',
    description: 'Trained as a biologist, so the stamens are where they should be. Gouache and ink, scanned at 1200 dpi.',
    country: 'IT',
  },
  mei: {
    index: 12,
    name: '田中 芽衣',
    title: 'アニメーター・ナレーター',
    description: '手描きアニメーションと朗読。自宅に防音の録音ブースがあります。',
    country: 'JP',
  },
  daniel: {
    index: 13,
    name: 'Daniel Okafor',
    title: 'Small worlds in three dimensions',
    description: 'Stylised 3D for games and films: islands, villages, the odd boat. Clean topology, sensible file names.',
    country: 'CA',
  },
} as const satisfies Record<string, Person>

export type PersonName = keyof typeof PEOPLE

/** Who follows whom. */
export const FOLLOWS: [follower: PersonName, followed: PersonName[]][] = [
  ['ben', ['aiko', 'lena', 'priya']],
  ['lena', ['aiko', 'sofia']],
  ['priya', ['aiko', 'daniel']],
  ['sofia', ['aiko', 'hana', 'lena']],
  ['kenji', ['mei', 'hana']],
  ['daniel', ['aiko', 'kenji']],
]
