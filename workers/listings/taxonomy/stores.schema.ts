import type { Category } from './category.schema.ts'

/** Categories of shops. Shops are not built yet, but these ids are final. */
export const STORES = [
  {
    id: 'clothes',
    en: 'Clothes',
    ja: '服',
    subs: {
      women: { en: 'Women', ja: 'レディース' },
      men: { en: 'Men', ja: 'メンズ' },
      children: { en: 'Children', ja: '子ども服' },
      shoes: { en: 'Shoes', ja: '靴' },
      accessories: { en: 'Bags & accessories', ja: 'バッグ・小物' },
      vintage: { en: 'Vintage', ja: '古着' },
    },
  },
  {
    id: 'foods',
    en: 'Food & drink',
    ja: '食品・飲料',
    subs: {
      sweets: { en: 'Sweets', ja: 'お菓子' },
      tea: { en: 'Tea & coffee', ja: 'お茶・コーヒー' },
      preserves: { en: 'Preserves & sauces', ja: '保存食・調味料' },
      fresh: { en: 'Fresh from the farm', ja: '産地直送' },
      drinks: { en: 'Drinks', ja: '飲み物' },
    },
  },
  {
    id: 'jewellery',
    en: 'Jewellery',
    ja: 'ジュエリー',
    subs: {
      rings: { en: 'Rings', ja: '指輪' },
      necklaces: { en: 'Necklaces', ja: 'ネックレス' },
      earrings: { en: 'Earrings', ja: 'ピアス・イヤリング' },
      watches: { en: 'Watches', ja: '腕時計' },
      custom: { en: 'Made to order', ja: 'オーダーメイド' },
    },
  },
  {
    id: 'home',
    en: 'Home & living',
    ja: '暮らし・インテリア',
    subs: {
      ceramics: { en: 'Ceramics', ja: '陶器・食器' },
      furniture: { en: 'Furniture', ja: '家具' },
      textiles: { en: 'Textiles', ja: '布もの' },
      candles: { en: 'Candles & scents', ja: 'キャンドル・香り' },
      plants: { en: 'Plants', ja: '植物' },
    },
  },
  {
    id: 'art',
    en: 'Art',
    ja: 'アート',
    subs: {
      prints: { en: 'Prints & posters', ja: '版画・ポスター' },
      paintings: { en: 'Paintings', ja: '絵画' },
      photography: { en: 'Photography', ja: '写真' },
      sculpture: { en: 'Sculpture', ja: '立体・彫刻' },
    },
  },
  {
    id: 'books',
    en: 'Books & paper',
    ja: '本・紙もの',
    subs: {
      books: { en: 'Books', ja: '本' },
      zines: { en: 'Zines', ja: 'ZINE・同人誌' },
      stationery: { en: 'Stationery', ja: '文房具' },
      ebooks: { en: 'E-books', ja: '電子書籍' },
    },
  },
  {
    id: 'music',
    en: 'Music & film',
    ja: '音楽・映像',
    subs: {
      records: { en: 'Records & CDs', ja: 'レコード・CD' },
      downloads: { en: 'Downloads', ja: 'ダウンロード' },
      instruments: { en: 'Instruments', ja: '楽器' },
      films: { en: 'Films', ja: '映像作品' },
    },
  },
  {
    id: 'toys',
    en: 'Toys & games',
    ja: 'おもちゃ・ゲーム',
    subs: {
      figures: { en: 'Figures', ja: 'フィギュア' },
      board: { en: 'Board games', ja: 'ボードゲーム' },
      plush: { en: 'Soft toys', ja: 'ぬいぐるみ' },
      models: { en: 'Models & kits', ja: '模型・キット' },
    },
  },
  {
    id: 'beauty',
    en: 'Beauty & care',
    ja: '美容・ケア',
    subs: {
      skin: { en: 'Skin', ja: 'スキンケア' },
      makeup: { en: 'Make-up', ja: 'メイク' },
      hair: { en: 'Hair', ja: 'ヘアケア' },
      soap: { en: 'Soap & bath', ja: '石けん・入浴' },
    },
  },
  {
    id: 'electronics',
    en: 'Electronics',
    ja: '電子機器',
    subs: {
      computers: { en: 'Computers', ja: 'パソコン' },
      phones: { en: 'Phones', ja: 'スマートフォン' },
      audio: { en: 'Audio', ja: 'オーディオ' },
      wallets: { en: 'Hardware wallets', ja: 'ハードウェアウォレット' },
      parts: { en: 'Parts & kits', ja: '部品・キット' },
    },
  },
  {
    id: 'digital',
    en: 'Digital goods',
    ja: 'デジタル素材',
    subs: {
      templates: { en: 'Templates', ja: 'テンプレート' },
      fonts: { en: 'Fonts', ja: 'フォント' },
      assets: { en: 'Game & 3D assets', ja: 'ゲーム・3D素材' },
      software: { en: 'Software', ja: 'ソフトウェア' },
    },
  },
  {
    id: 'handmade',
    en: 'Crafts & materials',
    ja: 'ハンドメイド・素材',
    subs: {
      fabric: { en: 'Fabric & yarn', ja: '布・毛糸' },
      beads: { en: 'Beads & parts', ja: 'ビーズ・パーツ' },
      wood: { en: 'Wood & leather', ja: '木・革' },
      patterns: { en: 'Patterns', ja: '型紙・編み図' },
    },
  },
] as const satisfies readonly Category[]
