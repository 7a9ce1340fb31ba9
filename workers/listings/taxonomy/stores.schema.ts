import type { Category } from './category.schema.ts'

/** Categories of shops. Shops are not built yet, but these ids are final. */
export const STORES = [
  {
    id: 'clothes',
    en: 'Clothes',
    ja: '服',
    subs: {
      women: ['Women', 'レディース'],
      men: ['Men', 'メンズ'],
      children: ['Children', '子ども服'],
      shoes: ['Shoes', '靴'],
      accessories: ['Bags & accessories', 'バッグ・小物'],
      vintage: ['Vintage', '古着'],
    },
  },
  {
    id: 'foods',
    en: 'Food & drink',
    ja: '食品・飲料',
    subs: {
      sweets: ['Sweets', 'お菓子'],
      tea: ['Tea & coffee', 'お茶・コーヒー'],
      preserves: ['Preserves & sauces', '保存食・調味料'],
      fresh: ['Fresh from the farm', '産地直送'],
      drinks: ['Drinks', '飲み物'],
    },
  },
  {
    id: 'jewellery',
    en: 'Jewellery',
    ja: 'ジュエリー',
    subs: {
      rings: ['Rings', '指輪'],
      necklaces: ['Necklaces', 'ネックレス'],
      earrings: ['Earrings', 'ピアス・イヤリング'],
      watches: ['Watches', '腕時計'],
      custom: ['Made to order', 'オーダーメイド'],
    },
  },
  {
    id: 'home',
    en: 'Home & living',
    ja: '暮らし・インテリア',
    subs: {
      ceramics: ['Ceramics', '陶器・食器'],
      furniture: ['Furniture', '家具'],
      textiles: ['Textiles', '布もの'],
      candles: ['Candles & scents', 'キャンドル・香り'],
      plants: ['Plants', '植物'],
    },
  },
  {
    id: 'art',
    en: 'Art',
    ja: 'アート',
    subs: {
      prints: ['Prints & posters', '版画・ポスター'],
      paintings: ['Paintings', '絵画'],
      photography: ['Photography', '写真'],
      sculpture: ['Sculpture', '立体・彫刻'],
    },
  },
  {
    id: 'books',
    en: 'Books & paper',
    ja: '本・紙もの',
    subs: {
      books: ['Books', '本'],
      zines: ['Zines', 'ZINE・同人誌'],
      stationery: ['Stationery', '文房具'],
      ebooks: ['E-books', '電子書籍'],
    },
  },
  {
    id: 'music',
    en: 'Music & film',
    ja: '音楽・映像',
    subs: {
      records: ['Records & CDs', 'レコード・CD'],
      downloads: ['Downloads', 'ダウンロード'],
      instruments: ['Instruments', '楽器'],
      films: ['Films', '映像作品'],
    },
  },
  {
    id: 'toys',
    en: 'Toys & games',
    ja: 'おもちゃ・ゲーム',
    subs: {
      figures: ['Figures', 'フィギュア'],
      board: ['Board games', 'ボードゲーム'],
      plush: ['Soft toys', 'ぬいぐるみ'],
      models: ['Models & kits', '模型・キット'],
    },
  },
  {
    id: 'beauty',
    en: 'Beauty & care',
    ja: '美容・ケア',
    subs: {
      skin: ['Skin', 'スキンケア'],
      makeup: ['Make-up', 'メイク'],
      hair: ['Hair', 'ヘアケア'],
      soap: ['Soap & bath', '石けん・入浴'],
    },
  },
  {
    id: 'electronics',
    en: 'Electronics',
    ja: '電子機器',
    subs: {
      computers: ['Computers', 'パソコン'],
      phones: ['Phones', 'スマートフォン'],
      audio: ['Audio', 'オーディオ'],
      wallets: ['Hardware wallets', 'ハードウェアウォレット'],
      parts: ['Parts & kits', '部品・キット'],
    },
  },
  {
    id: 'digital',
    en: 'Digital goods',
    ja: 'デジタル素材',
    subs: {
      templates: ['Templates', 'テンプレート'],
      fonts: ['Fonts', 'フォント'],
      assets: ['Game & 3D assets', 'ゲーム・3D素材'],
      software: ['Software', 'ソフトウェア'],
    },
  },
  {
    id: 'handmade',
    en: 'Crafts & materials',
    ja: 'ハンドメイド・素材',
    subs: {
      fabric: ['Fabric & yarn', '布・毛糸'],
      beads: ['Beads & parts', 'ビーズ・パーツ'],
      wood: ['Wood & leather', '木・革'],
      patterns: ['Patterns', '型紙・編み図'],
    },
  },
] as const satisfies readonly Category[]
