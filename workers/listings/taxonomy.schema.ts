/** A category's id (stored, in URLs) and its names. */
export interface Category {
  id: string
  en: string
  ja: string
}

/** What services are about, when done online; in the order they are offered. */
export const FREELANCE = [
  { id: 'design', en: 'Design & branding', ja: 'デザイン・ブランディング' },
  { id: 'illustration', en: 'Illustration & art', ja: 'イラスト・アート' },
  { id: 'ux', en: 'Web & app design', ja: 'Web・アプリデザイン' },
  { id: 'web', en: 'Web development', ja: 'Web開発' },
  { id: 'mobile', en: 'Mobile apps', ja: 'モバイルアプリ' },
  { id: 'blockchain', en: 'Blockchain & contracts', ja: 'ブロックチェーン' },
  { id: 'data', en: 'Data & AI', ja: 'データ・AI' },
  { id: 'games', en: 'Games & 3D', ja: 'ゲーム・3D' },
  { id: 'writing', en: 'Writing & editing', ja: 'ライティング・編集' },
  { id: 'translation', en: 'Translation', ja: '翻訳・通訳' },
  { id: 'marketing', en: 'Marketing & SEO', ja: 'マーケティング・SEO' },
  { id: 'video', en: 'Video & animation', ja: '動画・アニメーション' },
  { id: 'photo', en: 'Photography', ja: '写真' },
  { id: 'audio', en: 'Music & audio', ja: '音楽・音声' },
  { id: 'business', en: 'Business & admin', ja: 'ビジネス・事務' },
  { id: 'coaching', en: 'Coaching & lessons', ja: 'コーチング・レッスン' },
] as const satisfies readonly Category[]

/** The name of a category in a language; the id itself where the category is no longer offered. */
export function categoryName(id: string, language: string): string {
  const found = FREELANCE.find((category) => category.id === id)
  return found ? found[language === 'ja' ? 'ja' : 'en'] : id
}
