/** Japanese words of synonyms.schema.ts and how they are read, for those who write them in kana or in Latin letters. */
const READINGS = `
  編み物:あみもの 生け花:いけばな 犬:いぬ 歌:うた 占い:うらない 絵:え 英会話:えいかいわ 映画:えいが
  英語:えいご 映像:えいぞう 演劇:えんげき 演奏会:えんそうかい 音楽:おんがく 音声:おんせい 会計:かいけい 介護:かいご
  開発:かいはつ 確定申告:かくていしんこく 家具:かぐ 家庭教師:かていきょうし 観光:かんこう 韓国語:かんこくご 監査:かんさ 看板:かんばん
  記事:きじ 着物:きもの 脚本:きゃくほん 教室:きょうしつ 金継ぎ:きんつぎ 筋トレ:きんとれ 車:くるま 契約書:けいやくしょ
  経理:けいり 結婚式:けっこんしき 建築:けんちく 広告:こうこく 講座:こうざ 講師:こうし 校正:こうせい 交流会:こうりゅうかい
  個展:こてん 子供:こども 挿絵:さしえ 作曲:さっきょく 撮影:さつえい 茶道:さどう 在宅:ざいたく 刺繍:ししゅう
  執筆:しっぴつ 写真:しゃしん 修理:しゅうり 小説:しょうせつ 書道:しょどう 資料:しりょう 診断:しんだん 自転車:じてんしゃ
  字幕:じまく 水彩:すいさい 水墨画:すいぼくが 数学:すうがく 寿司:すし 請求書:せいきゅうしょ 正社員:せいしゃいん 清掃:せいそう
  先生:せんせい 税金:ぜいきん 税理士:ぜいりし 掃除:そうじ 体験:たいけん 中国語:ちゅうごくご 調査:ちょうさ 通訳:つうやく
  添削:てんさく 展示会:てんじかい 展覧会:てんらんかい 電気工事:でんきこうじ 陶器:とうき 陶芸:とうげい 動画:どうが 似顔絵:にがおえ
  日本語:にほんご 日本酒:にほんしゅ 庭:にわ 猫:ねこ 花:はな 引越し:ひっこし 美容師:びようし 分析:ぶんせき
  編集:へんしゅう 勉強会:べんきょうかい 弁護士:べんごし 保育:ほいく 法律:ほうりつ 翻訳:ほんやく 祭り:まつり 漫画:まんが
  水漏れ:みずもれ 名刺:めいし 木工:もっこう 料理:りょうり 旅行:りょこう 履歴書:りれきしょ 論文:ろんぶん
`

/** Latin letters for hiragana (Hepburn), without `ん`, `っ` and the small letters. */
const ROWS: readonly [consonant: string, kana: string][] = [
  ['', 'あいうえお'],
  ['k', 'かきくけこ'],
  ['s', 'さしすせそ'],
  ['t', 'たちつてと'],
  ['n', 'なにぬねの'],
  ['h', 'はひふへほ'],
  ['m', 'まみむめも'],
  ['y', 'や ゆ よ'],
  ['r', 'らりるれろ'],
  ['w', 'わ   を'],
  ['g', 'がぎぐげご'],
  ['z', 'ざじずぜぞ'],
  ['d', 'だぢづでど'],
  ['b', 'ばびぶべぼ'],
  ['p', 'ぱぴぷぺぽ'],
]
const LATIN = new Map(ROWS.flatMap(([consonant, kana]) => [...kana].map((letter, i) => [letter, consonant + 'aiueo'[i]] as const)))

/** A word in hiragana in Latin letters, as it is usually written: `きょうしつ` -> `kyoushitsu`. */
export const toLatin = (hiragana: string): string =>
  [...hiragana]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll('ん', 'n')
    .replace(/i([ゃゅょ])/g, (_, small: string) => `y${'auo'['ゃゅょ'.indexOf(small)]}`)
    .replace(/っ(.)/g, '$1$1')
    .replace(/sy|si/g, (found) => (found === 'sy' ? 'sh' : 'shi'))
    .replace(/ty|ti/g, (found) => (found === 'ty' ? 'ch' : 'chi'))
    .replace(/zy|zi/g, (found) => (found === 'zy' ? 'j' : 'ji'))
    .replaceAll('tu', 'tsu')
    .replace(/(?<![sc])hu/g, 'fu')

/** The words and their readings: in hiragana, and in Latin letters with long vowels written and not. */
export const readings = (): { word: string; forms: string[] }[] =>
  READINGS.trim()
    .split(/\s+/)
    .map((pair) => {
      const [word, reading] = pair.split(':') as [string, string]
      const latin = toLatin(reading)
      // Two letters are too short to be meant as a reading.
      const forms = [latin, latin.replace(/ou|oo/g, 'o').replace(/uu/g, 'u')].filter((form) => form.length > 2)
      return { word, forms: [reading, ...new Set(forms)] }
    })
