import type { Category } from '../taxonomy/category.schema.ts'
import { KINDS, type ListKind, TAXONOMY } from '../taxonomy.schema.ts'
import { foldText, type Run, splitRuns, stemOf } from './words.schema.ts'

/**
 * Words that members use for the same thing, in English and Japanese. The names of categories and subcategories are added below.
 */
const GROUPS: readonly string[][] = [
  ['logo', 'ロゴ', 'logotype'],
  ['brand', 'branding', 'ブランド', 'ブランディング'],
  ['translation', 'translate', 'translator', '翻訳', 'ほんやく', 'honyaku'],
  ['interpreter', 'interpreting', '通訳', 'つうやく'],
  ['illustration', 'イラスト', '挿絵'],
  ['illustrator', 'イラストレーター', '絵師'],
  ['portrait', '似顔絵', '肖像画', 'にがおえ'],
  ['painting', '絵画', '絵'],
  ['drawing', 'sketch', 'スケッチ', '絵'],
  ['design', 'デザイン'],
  ['designer', 'デザイナー'],
  ['website', 'homepage', 'web site', 'ホームページ', 'ウェブサイト', 'Webサイト', 'サイト'],
  ['photo', 'photography', '写真', 'しゃしん', '撮影'],
  ['photographer', 'カメラマン', 'フォトグラファー'],
  ['photo editing', 'retouching', 'レタッチ', '写真加工', '写真補正'],
  ['video', 'movie', '動画', '映像'],
  ['editing', 'editor', 'edit', '編集', 'へんしゅう'],
  ['music', '音楽', 'おんがく'],
  ['song', '歌', '楽曲', '作曲'],
  ['composer', '作曲家'],
  ['piano', 'ピアノ'],
  ['guitar', 'ギター'],
  ['game', 'ゲーム'],
  ['engineer', 'エンジニア', '技術者'],
  ['developer', 'programmer', '開発者', 'プログラマー'],
  ['development', '開発'],
  ['programming', 'coding', 'プログラミング'],
  ['app', 'アプリ', 'application'],
  ['smart contract', 'スマートコントラクト'],
  ['audit', '監査', '診断'],
  ['security', 'セキュリティ'],
  ['bug fix', 'bug fixing', 'debugging', 'バグ修正', 'デバッグ', '不具合'],
  ['3d model', '3d modeling', '3Dモデル', '3Dモデリング', 'モデリング'],
  ['architecture', '建築'],
  ['rendering', 'パース', 'レンダリング'],
  ['marketing', 'マーケティング'],
  ['advertising', 'ads', '広告'],
  ['instagram', 'インスタ', 'インスタグラム'],
  ['social media', 'sns', 'ソーシャルメディア'],
  ['newsletter', 'メルマガ', 'ニュースレター'],
  ['seo', '検索対策'],
  ['writing', 'writer', 'ライティング', 'ライター', '執筆'],
  ['copywriting', 'copywriter', 'コピーライティング', 'コピーライター'],
  ['article', 'blog post', '記事'],
  ['proofreading', '校正', '添削'],
  ['resume', 'cv', '履歴書', '職務経歴書'],
  ['voice over', 'narration', 'voiceover', 'ナレーション'],
  ['subtitle', 'caption', '字幕', 'じまく'],
  ['spreadsheet', 'excel', 'エクセル'],
  ['cleaning', 'cleaner', '掃除', '清掃', 'クリーニング'],
  ['plumber', 'plumbing', '水道', '水漏れ', '配管'],
  ['electrician', '電気工事'],
  ['moving', 'movers', '引越し', '引っ越し', 'ひっこし'],
  ['gardener', 'gardening', 'garden', '庭', '造園'],
  ['lesson', 'tutoring', 'class', 'course', 'レッスン', '家庭教師', '教室', '講座'],
  ['teacher', 'tutor', '先生', '講師'],
  ['english', '英語', '英会話', 'えいご'],
  ['japanese', '日本語', 'にほんご'],
  ['chinese', '中国語'],
  ['korean', '韓国語'],
  ['french', 'フランス語'],
  ['german', 'ドイツ語'],
  ['spanish', 'スペイン語'],
  ['yoga', 'ヨガ'],
  ['pilates', 'ピラティス'],
  ['massage', 'マッサージ'],
  ['fitness', 'フィットネス', '筋トレ'],
  ['workshop', 'ワークショップ', '体験'],
  ['meetup', '交流会', 'ミートアップ', '勉強会'],
  ['concert', 'live music', 'コンサート', 'ライブ', '演奏会'],
  ['exhibition', '展示会', '展覧会', '個展'],
  ['wedding', '結婚式', 'ウェディング', 'ブライダル'],
  ['kimono', '着物', 'きもの'],
  ['pottery', 'ceramics', '陶芸', '陶器'],
  ['kintsugi', '金継ぎ', 'きんつぎ'],
  ['tea ceremony', '茶道', '茶の湯'],
  ['cat', '猫', 'ねこ', 'neko'],
  ['dog', '犬', 'いぬ', 'inu'],
  ['pet', 'ペット'],
  ['manga', '漫画', 'comic', 'マンガ', 'まんが'],
  ['anime', 'アニメ', 'animation', 'アニメーション'],
  ['icon', 'アイコン', 'avatar'],
  ['accounting', 'bookkeeping', '経理', '会計', '記帳'],
  ['tax', '税金', '税務', '確定申告'],
  ['lawyer', 'legal', '弁護士', '法律', '契約書'],
  ['fortune telling', 'tarot', '占い', '占う', 'タロット'],
  ['data', 'データ'],
  ['ai', '人工知能'],
  ['machine learning', '機械学習'],
  ['remote', 'リモート', '在宅', 'テレワーク'],
  ['online', 'オンライン'],
  ['full time', 'fulltime', '正社員', 'フルタイム'],
  ['part time', 'アルバイト', 'パート'],
  ['food', '料理'],
  ['catering', 'ケータリング'],
  ['chef', 'cook', 'シェフ', '料理人'],
  ['bread', 'baking', 'bakery', 'baker', 'パン'],
  ['cake', 'ケーキ'],
  ['coffee', 'cafe', 'コーヒー', '珈琲', 'カフェ'],
  ['bicycle', 'bike', '自転車'],
  ['car', 'automobile', '車', '自動車'],
  ['repair', 'fix', '修理'],
  ['vector', 'ベクター', 'イラレ'],
  ['production', '制作', '作成', '製作'],
  ['sign', '看板'],
]

/** The most runs in a phrase. */
const MAX_RUNS = 3

/** The key under which a phrase is found: its runs, with English words as stems. */
const keyOf = (runs: Run[]): string => runs.map(({ text, cjk }) => (cjk ? text : stemOf(text))).join(' ')

/** The names of categories and subcategories that are one phrase, without those that list several things. */
function labelGroups(): string[][] {
  const kinds = Object.values(KINDS).flat() as ListKind[]
  return kinds
    .flatMap((kind): readonly Category[] => TAXONOMY[kind])
    .flatMap(({ id: _, subs, ...label }) => [label, ...Object.values(subs)])
    .map((label) => Object.values(label) as string[])
    .filter((names) => names.every((name) => !/[&・,、/(（]/.test(name) && splitRuns(foldText(name)).length <= MAX_RUNS))
}

/** Phrases by key. A phrase of several groups has the words of each. */
function indexGroups(): Map<string, Run[][]> {
  const index = new Map<string, Run[][]>()
  for (const group of [...GROUPS, ...labelGroups()]) {
    const phrases = group.map((phrase) => splitRuns(foldText(phrase)))
    for (const phrase of phrases) {
      const known = index.get(keyOf(phrase)) ?? []
      const keys = new Set([keyOf(phrase), ...known.map(keyOf)])
      const added = phrases.filter((other) => !keys.has(keyOf(other)) && keys.add(keyOf(other)))
      index.set(keyOf(phrase), [...known, ...added])
    }
  }
  return index
}

const SYNONYMS = indexGroups()
/** The known phrases without spaces. */
const COMPOUND_WORDS = [...SYNONYMS.keys()].filter((key) => !/[ a-z0-9]/.test(key))
/** The other phrases for the same thing; empty if there are none. */
export const synonymsOf = (runs: Run[]): readonly Run[][] => SYNONYMS.get(keyOf(runs)) ?? []

/** The longest phrase with synonyms that starts at run `from`; null if there is none. */
export function findPhrase(runs: Run[], from: number): Run[] | null {
  for (let length = Math.min(MAX_RUNS, runs.length - from); length > 0; length--) {
    const phrase = runs.slice(from, from + length)
    if (SYNONYMS.has(keyOf(phrase))) return phrase
  }
  return null
}

/** The phrase without spaces that a pattern describes, in which `.` is any one character; null if no known phrase matches. */
export function findKnownPhrase(pattern: string): string | null {
  const expression = new RegExp(`^${pattern}$`, 'u')
  return COMPOUND_WORDS.find((word) => expression.test(word)) ?? null
}
