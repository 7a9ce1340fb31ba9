import type { SearchRequest } from './engine.ts'
import { nameOf, PLACES } from './generated-listings.ts'

const words = (text: string) => text.split(' ')
const texts = (all: string[]): SearchRequest[] => all.map((text) => ({ text }))
/** The nth invented name that some listings have. */
const rare = (n: number, size: number, lang: 'en' | 'ja') => nameOf((n * 7919) % Math.ceil(size / 8), lang)

/** The measured searches, for a marketplace with this number of listings. Each class takes turns among several. */
export const QUERY_CLASSES = {
  'one CJK character': () => texts(words('猫 絵 本 茶 花 店 犬 字 声 服')),
  'a common word': () => texts(words('design logo photo website translation デザイン 写真 動画 翻訳 英語')),
  'a rare word': (size) => texts(Array.from({ length: 20 }, (_, n) => rare(n, size, n % 2 ? 'ja' : 'en'))),
  'a phrase': () =>
    texts([
      'wedding photography',
      'vector file',
      'brand identity guidelines',
      'hand-drawn logo',
      'voice over narration',
      'ロゴデザイン',
      '結婚式の撮影',
      '動画編集',
      '似顔絵のイラスト',
      'ホームページ制作',
    ]),
  'a prefix': () => texts(words('illustra photogr transl wedd anima market portr compos interpr develo')),
  'with filters': () => [
    { text: 'logo', category: 'design', maxPrice: 50_000_000 },
    { text: 'ロゴ', category: 'design', maxPrice: 100_000_000 },
    { text: 'translation', category: 'translation', maxPrice: 20_000_000 },
    { text: 'illustration', category: 'illustration', maxPrice: 30_000_000 },
    { text: '翻訳', category: 'translation', maxPrice: 60_000_000 },
  ],
  'by place': () =>
    ['photographer', 'yoga', '写真', '掃除', 'lesson'].flatMap((text, i) =>
      [PLACES[i]!, PLACES[i + 6]!].map(([country, city]) => ({ text, country, city })),
    ),
  'a typing mistake': () => texts(words('transaltion photograpy illustrater webiste desgin portriat animtion interperter')),
  'nothing found': () => texts(words('wuxofydak zyxwyvut qoxhywjex ヮヱペヂヅ ヰヂョヱヅ ペヅヮヂ fyxwubvoj hwyxzuqof')),
  adversarial: () =>
    texts([
      'design logo photo website video music translation writing english japanese lesson data',
      'デザイン写真動画翻訳英語日本語音楽教室料理掃除撮影編集',
      'a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12',
      `${'logo design '.repeat(80)}`,
      `${'ロゴデザイン'.repeat(100)}`,
      '"logo" OR (NEAR("a" "b", 5) AND title:*) NOT ^x',
      'lo de ph we vi mu tr wr en ja',
      `${'x'.repeat(900)}`,
      'photo 翻訳 bakery プログラミング tax 陶芸',
      '日 本 人 大 小 中 上 下 一 二',
    ]),
} as const satisfies Record<string, (size: number) => SearchRequest[]>

export type QueryClass = keyof typeof QUERY_CLASSES
