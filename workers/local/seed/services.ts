import type { FREELANCE, LOCALS } from '../../listings/taxonomy.schema.ts'
import { BERLIN } from './city-ids.ts'
import type { PersonName } from './people.ts'

/** A plan; `price` in dollars. */
interface SeedPlan {
  price: number
  delivery: number
  description: string
  features?: string[]
  revisions?: number
  hourly?: boolean
}

/** A service of the seed data. `pictures` are file names in `pictures/`, `daysAgo` is when it was published. */
export interface SeedService {
  key: string
  by: PersonName
  category: (typeof FREELANCE | typeof LOCALS)[number]['id']
  subCategory?: string
  /** The location; without it the service is online. */
  place?: { country: string; city: number }
  title: string
  preview: string
  description: string
  options: Record<string, SeedPlan>
  pictures: string[]
  daysAgo: number
}

/** In English, oldest first. */
export const ENGLISH: SeedService[] = [
  {
    key: 'shopfront',
    by: 'lena',
    category: 'local_marketing',
    subCategory: 'photography',
    place: { country: 'DE', city: BERLIN },
    title: 'A morning in your Berlin shop: shelves, hands, windows',
    preview: 'I come before you open, photograph the place by its own light, and leave before the first queue.',
    description:
      '<p>Most shops look best in the half hour before the door opens. I come by tram with one camera and no lamps, and photograph what your customers walk in for: the shelves, the hands that fill them, the window from across the street.</p><h2>How it goes</h2><ul><li>We walk through the place together on the phone the day before</li><li>Two hours in the shop, inside the ring and a little beyond</li><li>Edited pictures for your website and your map entry</li></ul>',
    options: {
      'One morning': {
        price: 180,
        delivery: 5,
        description: 'Two hours in the shop, twelve edited pictures.',
        features: ['Twelve pictures', 'Sizes for maps and web'],
        revisions: 1,
      },
    },
    pictures: ['ceramics-close', 'ceramics'],
    daysAgo: 64,
  },
  {
    key: 'island-3d',
    by: 'daniel',
    category: 'games',
    title: 'A small 3D island for your game, trees and lit windows included',
    preview: 'Stylised, low on polygons and ready for Unity, Unreal or Godot. You send a sketch on a napkin, I send a place.',
    description:
      '<p>Give me a sentence, a mood board or a drawing on the back of a receipt. I model one complete little world around it: ground, buildings, plants, props, one warm light.</p><h2>What arrives</h2><ul><li>FBX and glTF with clean hierarchy and sensible names</li><li>One texture atlas of 2048 pixels, so it draws in a single call</li><li>A turntable film you can post the same day</li></ul><p>Everything is built on a grid of one metre, so pieces can be moved about without gaps.</p>',
    options: {
      Rock: {
        price: 140,
        delivery: 6,
        description: 'One scene of up to ten props, one light.',
        features: ['FBX and glTF', 'Texture atlas'],
        revisions: 1,
      },
      Island: {
        price: 380,
        delivery: 12,
        description: 'A full island with one building and its surroundings.',
        features: ['FBX and glTF', 'Texture atlas', 'Day and night light', 'Turntable film'],
        revisions: 2,
      },
    },
    pictures: ['island', 'island-close'],
    daysAgo: 61,
  },
  {
    key: 'forecast',
    by: 'priya',
    category: 'data',
    title: 'A dashboard your whole team reads on Monday morning',
    preview: 'I turn exports, spreadsheets and a tired database into one page that says what changed and why.',
    description:
      '<p>Most dashboards answer questions nobody asked. We begin with a half-hour call and write down the five things you decide every week; the page shows those and nothing else.</p><ul><li>Works from Postgres, BigQuery, Stripe or plain CSV</li><li>Loads in under a second and prints on one sheet</li><li>Every figure says where it comes from</li></ul><p>You get the source, a short film on how to change it, and a month of questions answered.</p>',
    options: {
      'One page': {
        price: 420,
        delivery: 9,
        description: 'Up to six charts from one source, refreshed every night.',
        features: ['Six charts', 'One source'],
        revisions: 2,
      },
      'With forecast': {
        price: 880,
        delivery: 16,
        description: 'Three sources, alerts by mail, and a forecast that shows its own error.',
        features: ['Twelve charts', 'Three sources', 'Forecast with bands', 'Alerts'],
        revisions: 3,
      },
    },
    pictures: ['data'],
    daysAgo: 54,
  },
  {
    key: 'poster',
    by: 'sofia',
    category: 'illustration',
    title: 'A travel poster of the place you miss',
    preview: 'Your town, your hill, your harbour at the right hour of the day, drawn as a poster and ready to print up to A1.',
    description:
      '<p>Send me three photographs and tell me what time of day it is in your head when you think of the place. I draw it in flat colour with six inks, the way travel posters were printed in the thirties.</p><h2>How it goes</h2><ol><li>Two pencil sketches to choose from</li><li>One colour proof</li><li>The finished file, with your lettering or without</li></ol><p>Printed copies on cotton paper can be added; ask me for the postage.</p>',
    options: {
      Poster: {
        price: 160,
        delivery: 10,
        description: 'One poster as a print-ready PDF and PNG.',
        features: ['Two sketches', 'A1 at 300 dpi'],
        revisions: 2,
      },
      Series: {
        price: 400,
        delivery: 24,
        description: 'Three posters that belong together.',
        features: ['Three places', 'Shared palette'],
        revisions: 2,
      },
    },
    pictures: ['poster'],
    daysAgo: 47,
  },
  {
    key: 'audit',
    by: 'tomas',
    category: 'blockchain',
    title: 'Solidity review with written findings and fixes',
    preview: 'Two passes by hand, then fuzzing. You get a report people can read and a pull request with the fixes and their tests.',
    description:
      '<p>I read every line, twice, with a day in between. What can be broken I break in a test first, so that you see it happen before you see it mended.</p><h2>The report</h2><ul><li>Each finding with its severity, a failing test and a fix</li><li>An invariant suite in Foundry that stays with you</li><li>A page for people who do not read Solidity</li></ul><p>I do not sign off what I have not understood. If your code needs a conversation first, the conversation is free.</p>',
    options: {
      'By the hour': {
        price: 90,
        delivery: 3,
        description: 'For questions, pull requests and second opinions.',
        features: ['Written notes'],
        hourly: true,
        revisions: 0,
      },
      'One contract': {
        price: 1200,
        delivery: 7,
        description: 'Up to 400 lines, with a report and fixes.',
        features: ['Two passes', 'Fuzzing', 'Report', 'Fixes as a pull request'],
        revisions: 1,
      },
      'A system': {
        price: 4800,
        delivery: 21,
        description: 'Up to 2,000 lines, invariants, and a second look after your changes.',
        features: ['Two passes', 'Invariant suite', 'Report', 'Review of the fixes'],
        revisions: 2,
      },
    },
    pictures: ['code'],
    daysAgo: 40,
  },
  {
    key: 'edit',
    by: 'lena',
    category: 'writing',
    title: 'Your English text, edited until it sounds like you',
    preview: 'Shop pages, guides and essays by people whose first language is another. Every change is marked and explained.',
    description:
      '<p>Between shoots I edit. I grew up with German and English and know what it is to be dull in a language one speaks well. I take out what is not needed, keep your jokes, and write in the margin why.</p><ul><li>Word, Google Docs or Markdown, with tracked changes</li><li>British or American spelling</li><li>A list of the five habits that cost you most</li></ul><p>No machine has the last word on anything I send back.</p>',
    options: {
      'Up to 1,000 words': { price: 35, delivery: 2, description: 'One text, one careful pass, with notes.', revisions: 1 },
      'Up to 5,000 words': {
        price: 150,
        delivery: 5,
        description: 'Two passes and a short style sheet for next time.',
        features: ['Two passes', 'Style sheet'],
        revisions: 2,
      },
    },
    pictures: ['writing'],
    daysAgo: 33,
  },
  {
    key: 'mix',
    by: 'marcus',
    category: 'audio',
    title: 'Mix and master your track, two revisions',
    preview: 'A mix with room in it and a master that is loud enough without being flat. Stems up to 48 tracks.',
    description:
      '<p>I listen to your rough mix first, because the thing you like about it is usually the thing to keep. Then I start from silence.</p><h2>You get</h2><ul><li>The mix at 24 bit, with and without vocals</li><li>Masters for streaming and for vinyl</li><li>All my notes, so that the next one is easier</li></ul><p>Afrobeat, soul, indie, anything with real low end. Send stems dry, and one reference track you are jealous of.</p>',
    options: {
      Master: { price: 45, delivery: 2, description: 'Mastering of one finished mix.', features: ['Streaming master'], revisions: 1 },
      'Mix and master': {
        price: 190,
        delivery: 6,
        description: 'One song of up to 48 tracks, mixed and mastered.',
        features: ['Mix', 'Instrumental', 'Streaming and vinyl masters'],
        revisions: 2,
      },
    },
    pictures: ['audio'],
    daysAgo: 26,
  },
  {
    key: 'botanical',
    by: 'sofia',
    category: 'illustration',
    title: 'Botanical illustrations for print and web',
    preview: 'Gouache plates of the plants you name, correct to the stamen, cut out and colour-managed for labels and books.',
    description:
      '<p>I draw from living plants whenever the season lets me, from the herbarium in Florence when it does not. Each plate shows the habit, one flower taken apart, and the fruit.</p><ul><li>Scan at 1200 dpi, cut out on transparent ground</li><li>CMYK and sRGB, with a proof of both</li><li>The original on request, framed by my brother</li></ul><p>Tea, perfume, gin and seed packets are where these usually end up. Tell me where yours will live, and I will leave room for the label.</p>',
    options: {
      Sprig: {
        price: 80,
        delivery: 6,
        description: 'One small motif, a leaf with its flower.',
        features: ['Transparent PNG', 'Print TIFF'],
        revisions: 1,
      },
      Plate: {
        price: 260,
        delivery: 14,
        description: 'A full plate with details, 30 by 40 cm.',
        features: ['Full plate', 'Three details', 'CMYK proof'],
        revisions: 2,
      },
    },
    pictures: ['botanical', 'poster'],
    daysAgo: 19,
  },
  {
    key: 'landing',
    by: 'priya',
    category: 'web',
    title: 'Landing page in React, fast and accessible',
    preview: 'One page, under 100 kB, 100 in Lighthouse, and readable by everybody. Designed with you, built in a week.',
    description:
      '<p>You bring the words and the thing you sell. I bring layout, type, pictures in the right size, and code you could hand to anyone.</p><h2>Included</h2><ul><li>Design in the browser, so that you see the real page from day two</li><li>Keyboard, screen reader and reduced motion, tested by hand</li><li>Deployed to your Cloudflare or Vercel account</li></ul><blockquote>Orders by phone went down, orders went up. That is what we wanted. (A bakery in Leeds)</blockquote>',
    options: {
      Page: {
        price: 350,
        delivery: 7,
        description: 'One page of up to six sections from your text.',
        features: ['Design and code', 'Contact form', 'Deployed'],
        revisions: 2,
      },
      'Page and shop': {
        price: 900,
        delivery: 14,
        description: 'With up to twenty products and a checkout.',
        features: ['Design and code', 'Twenty products', 'Checkout', 'Training call'],
        revisions: 3,
      },
    },
    pictures: ['landing', 'app'],
    daysAgo: 13,
  },
  {
    key: 'app-design',
    by: 'priya',
    category: 'ux',
    title: 'App screens in Figma that a developer will thank you for',
    preview: 'Flows, components and states, the empty and the broken ones too. Named layers, real text, tokens you can export.',
    description:
      '<p>I design the way I build: one component, all of its states, then the screens. Nothing is drawn that cannot be made, and nothing is left to be guessed on a Friday evening.</p><ul><li>iOS, Android or web, light and dark</li><li>Loading, empty, error and full for every screen</li><li>A clickable prototype for your users</li></ul>',
    options: {
      'Five screens': {
        price: 280,
        delivery: 6,
        description: 'One flow of five screens with all their states.',
        features: ['Components', 'Prototype'],
        revisions: 2,
      },
      'Whole app': {
        price: 1400,
        delivery: 20,
        description: 'Up to twenty-five screens and a small design system.',
        features: ['Design system', 'Prototype', 'Handover'],
        revisions: 3,
      },
    },
    pictures: ['app', 'landing'],
    daysAgo: 9,
  },
  {
    key: 'photo',
    by: 'lena',
    category: 'photo',
    title: 'Product photos in daylight, edited in two days',
    preview: 'Ceramics, food, cosmetics, anything that fits on a table. One window, real shadows, colours that match the thing.',
    description:
      '<p>Post me your products. I unpack them, look at them for a while, and photograph them by the light of one large window. No flash, no computer-made shadows.</p><h2>What you receive</h2><ul><li>Edited pictures for shop and print within two days of arrival</li><li>Every angle you need for a listing, and one you did not expect</li><li>Your products back, wrapped as they came</li></ul><p>I keep a cupboard of plaster, linen and old wood; tell me which your brand would live in.</p>',
    options: {
      'Five pictures': {
        price: 60,
        delivery: 4,
        description: 'One product, five edited pictures.',
        features: ['Five pictures', 'White or scene'],
        revisions: 1,
      },
      'Twenty pictures': {
        price: 210,
        delivery: 6,
        description: 'Up to five products in two settings.',
        features: ['Twenty pictures', 'Two settings', 'Print files'],
        revisions: 1,
      },
      Campaign: {
        price: 640,
        delivery: 12,
        description: 'A whole look: mood board, props, forty pictures.',
        features: ['Mood board', 'Props', 'Forty pictures'],
        revisions: 2,
      },
    },
    pictures: ['ceramics', 'ceramics-close', 'tea'],
    daysAgo: 5,
  },
  {
    key: 'logo',
    by: 'aiko',
    category: 'design',
    title: 'Logo and identity for small studios, three directions',
    preview: 'Three separate directions, not three colours of one idea, and a file set your printer will thank you for.',
    description:
      '<p>I draw marks that still work at sixteen pixels and on the side of a van. You get three separate directions, and we talk each of them through before anything is polished.</p><h2>How we work</h2><ol><li>A call of half an hour about what you make and for whom</li><li>Three directions on paper, within four days</li><li>One of them refined until neither of us wants to change it</li></ol><h2>What you keep</h2><ul><li>SVG, PDF and PNG, in colour, black and white</li><li>A two-page guide: sizes, space, colours, type</li><li>All rights, on release of the payment</li></ul>',
    options: {
      Basic: {
        price: 120,
        delivery: 5,
        description: 'One logo design, with files for the web.',
        features: ['One direction', 'SVG and PNG'],
        revisions: 2,
      },
      Studio: {
        price: 240,
        delivery: 7,
        description: 'Three directions, full file set and a short guide.',
        features: ['Three distinct directions', 'Vector, print and web files', 'Two-page brand guide'],
        revisions: 3,
      },
      Launch: {
        price: 620,
        delivery: 14,
        description: 'The studio plan, plus cards, letterhead and a week of company for opening day.',
        features: ['Everything in Studio', 'Cards and letterhead', 'Signs and social pictures', 'Printer liaison'],
        revisions: 4,
      },
    },
    pictures: ['logo', 'marks', 'meishi'],
    daysAgo: 1,
  },
]
