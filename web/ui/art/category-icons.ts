/**
 * The icons of the categories, on a grid of 24: a shape with a tint, and lines. Both have the colour of the text; the tint comes from `fill` of
 * the element that uses the icon. They are files of their own (`/art/categories-jobs.svg#devops`), so that no page loads them as code.
 */
const CIRCLE = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const DOT = (x: number, y: number) => `M${x} ${y}h.01`
const BOX = (x: number, y: number, width: number, height: number, r = 2) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`
const WINDOW = BOX(3, 4.5, 18, 15)
const WHEELS = (left: number, right: number, y: number) => CIRCLE(left, y, 1.8) + CIRCLE(right, y, 1.8)

/** Tinted shape and lines of each drawing. */
const GLYPHS = {
  balloon: [
    'M12 3a5.5 5.5 0 0 1 5.5 5.7C17.5 12.5 14.5 15.5 12 15.5S6.5 12.5 6.5 8.7A5.5 5.5 0 0 1 12 3Z',
    'M12 15.5v1.5l-1 .1h2M12 17c0 2-2 2-2 4M9.3 8.5A2.7 2.7 0 0 1 11.5 6',
  ],
  bed: [BOX(3, 11.5, 18, 5.5, 1.5), 'M3 20V6M21 20v-6M6.5 11.5V9.5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2'],
  bell: ['M4.5 15.5a7.5 7.5 0 0 1 15 0Z', 'M3 15.5h18M5.5 19h13M12 8V6M10.3 5.5h3.4'],
  book: ['M12 6.5C10 5 7 4.5 3.5 4.8V18c3.5-.3 6.5.2 8.5 1.7Z', 'M12 6.5c2-1.5 5-2 8.5-1.7V18c-3.5-.3-6.5.2-8.5 1.7'],
  bricks: [BOX(4, 11, 7, 8, 1) + BOX(13, 11, 7, 8, 1), `${BOX(8, 4.5, 8, 6.5, 1)}M7.5 11v2.5M16.5 11v2.5`],
  briefcase: [BOX(3, 8, 18, 11.5), 'M8.5 8V6.5A1.5 1.5 0 0 1 10 5h4a1.5 1.5 0 0 1 1.5 1.5V8M3 13h18M12 12v2.5'],
  calculator: [BOX(5, 3.5, 14, 17), `M8 7.5h8${DOT(8.5, 12)}${DOT(12, 12)}${DOT(15.5, 12)}${DOT(8.5, 16)}${DOT(12, 16)}${DOT(15.5, 16)}`],
  camera: [
    'M4.5 7h3L9 4.5h6L16.5 7h3A1.5 1.5 0 0 1 21 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-9A1.5 1.5 0 0 1 4.5 7Z',
    CIRCLE(12, 13, 3.5),
  ],
  cap: ['M12 4.5 22 9.5l-10 5-10-5Z', 'M6.5 11.8v4.7c1.5 1.5 3.5 2.2 5.5 2.2s4-.7 5.5-2.2v-4.7M22 9.5v5'],
  car: ['M3.5 16v-3.3l2-.9L7.7 7.5h8.6l2.2 4.3 2 .9V16Z', `M5.5 11.8h13M12 7.5v4.3${WHEELS(7.8, 16.2, 16)}`],
  chart: [BOX(4.5, 12.5, 4, 7.5, 1) + BOX(10, 8, 4, 12, 1) + BOX(15.5, 4, 4, 16, 1), 'M2.5 20h19'],
  chat: [
    'M5 4.5h9A1.5 1.5 0 0 1 15.5 6v5.5A1.5 1.5 0 0 1 14 13H9l-3.5 3v-3H5a1.5 1.5 0 0 1-1.5-1.5V6A1.5 1.5 0 0 1 5 4.5Z',
    'M18.5 9.5H19a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-.5v2.5L15.5 17.5h-4A1.5 1.5 0 0 1 10 16M6.5 7.7h6M6.5 10h4',
  ],
  chip: [BOX(7, 7, 10, 10, 1.5), 'M10 4v3M14 4v3M10 17v3M14 17v3M4 10h3M4 14h3M17 10h3M17 14h3M12 9.8v4.4M9.8 12h4.4'],
  cloud: ['M7 18.5a4.5 4.5 0 0 1-.5-9 5.8 5.8 0 0 1 11.2 1.3A3.9 3.9 0 0 1 17.5 18.5Z', 'M12 10.5v5.5M9.7 12.7 12 10.5l2.3 2.2'],
  code: [WINDOW, 'M3 8.5h18M9.5 11.5 7.3 14l2.2 2.5M14.5 11.5l2.2 2.5-2.2 2.5M12.7 11l-1.4 6'],
  compass: [CIRCLE(12, 12, 8.5), 'm15.5 8.5-2 5-5 2 2-5Z'],
  cone: [
    'M4 20 8.5 8l7.5 7.5Z',
    `M13 8c0-2 1-4 3-4M16 11c2-.5 4 .2 5 1.5M6.3 14l3.7 3.7${DOT(17.5, 7)}${DOT(20, 4)}${DOT(20.5, 9)}${DOT(11, 4.5)}`,
  ],
  cube: ['M12 3l7.5 4.3v9.4L12 21l-7.5-4.3V7.3Z', 'M4.5 7.3 12 11.7l7.5-4.4M12 11.7V21'],
  cup: [
    'M5 8.5h11v6.5a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4Z',
    'M16 10h1.5a2.5 2.5 0 0 1 0 5H16M8 5.5c-.7-.8.7-1.2 0-2.5M12 5.5c-.7-.8.7-1.2 0-2.5M3.5 21.5h14',
  ],
  database: [
    'M4.5 6c0-1.4 3.4-2.5 7.5-2.5s7.5 1.1 7.5 2.5-3.4 2.5-7.5 2.5S4.5 7.4 4.5 6Z',
    'M4.5 6v12c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5V6M4.5 12c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5',
  ],
  dumbbell: [BOX(5, 7.5, 3.5, 9, 1) + BOX(15.5, 7.5, 3.5, 9, 1), 'M8.5 12h7M2.7 10.3v3.4M21.3 10.3v3.4'],
  film: [BOX(3, 5, 18, 14), 'M7.5 5v14M16.5 5v14M3 9.7h4.5M3 14.3h4.5M16.5 9.7H21M16.5 14.3H21'],
  flask: ['M7.5 14h9l2.7 4.3A1.5 1.5 0 0 1 18 20.5H6a1.5 1.5 0 0 1-1.2-2.2Z', 'M10 3.5v6L7.5 14M14 3.5v6l2.5 4.5M8.5 3.5h7'],
  gallery: [BOX(4, 7, 16, 13, 1.5), `M12 3.5 8 7M12 3.5 16 7M7 17l3.5-4 2.5 2.5 2-2 2.5 3.5${DOT(15.5, 11)}`],
  gamepad: [
    'M7.5 7h9c2.8 0 4.5 3 4.5 7.2 0 2.6-2.3 3.4-4 1.5L15.3 13.8H8.7L7 15.7c-1.7 1.9-4 1.1-4-1.5C3 10 4.7 7 7.5 7Z',
    `M8.3 9.3v2.6M7 10.6h2.6${DOT(15, 9.7)}${DOT(17, 11.5)}`,
  ],
  gears: [
    CIRCLE(12, 12, 5.5),
    `M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M18 6l-2.1 2.1M8.1 15.9 6 18${CIRCLE(12, 12, 1.8)}`,
  ],
  hands: ['M3 8h4l4 2.5-2.3 2.6a1.4 1.4 0 0 0 2 1.9l2.5-2.2 5 4.2-6.2 3.5L3 15Z', 'M11 10.5l2-2a3 3 0 0 1 2.3-.5l1.7.5h4V15l-2.8 2'],
  headphones: [BOX(3.5, 13, 4, 7, 1.5) + BOX(16.5, 13, 4, 7, 1.5), 'M3.5 15v-3a8.5 8.5 0 0 1 17 0v3'],
  headset: [BOX(3.5, 11.5, 4, 6, 1.5) + BOX(16.5, 11.5, 4, 6, 1.5), 'M3.5 13v-1a8.5 8.5 0 0 1 17 0v4.5c0 2.3-1.7 3.5-4 3.5H13.5'],
  heart: ['M12 20S3.5 15.2 3.5 9.3A4.5 4.5 0 0 1 12 7.3a4.5 4.5 0 0 1 8.5 2C20.5 15.2 12 20 12 20Z', 'M6.5 9.5A1.8 1.8 0 0 1 8.3 7.6'],
  helping: [
    'M12 12S6.5 9 6.5 6.1A2.9 2.9 0 0 1 12 4.7a2.9 2.9 0 0 1 5.5 1.4C17.5 9 12 12 12 12Z',
    'M3 15.5h3l3 1.3h4a1.3 1.3 0 0 1 0 2.6h-3M13.7 17.2l4.8-2a1.4 1.4 0 0 1 1.2 2.5L13.5 21H9l-6-1.3',
  ],
  house: ['M4 11.2 12 4l8 7.2v7.3a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1Z', 'M10 19.5V14h4v5.5M2.5 12.5 4 11.2M20 11.2l1.5 1.3'],
  lantern: ['M7.5 7.5h9c2 2.7 2 6.3 0 9h-9c-2-2.7-2-6.3 0-9Z', 'M9.5 7.5V5.5h5v2M9.5 16.5v2h5v-2M12 3.5v2M12 18.5V21M6 12h12'],
  leaf: ['M5 19C4 10 9 4.5 20 4.5 20 14.5 14.5 20 5 19Z', 'M3.5 21C6 16.5 9.5 13 14.5 10.5'],
  megaphone: ['M4 10v4l3 .5L17 19V5L7 9.5Z', 'M7.5 14.5l1 5h3l-1-3.6M19.7 9.5a3.5 3.5 0 0 1 0 5'],
  mirrorball: [CIRCLE(12, 13.5, 7), 'M12 3v3.5M5 13.5h14M12 6.5c3.5 4 3.5 10 0 14-3.5-4-3.5-10 0-14M6.5 9.5h11M6.5 17.5h11'],
  monitor: [BOX(3, 4.5, 18, 12), 'M8.5 20h7M12 16.5V20M7.5 10.5H10l1.5-2.5 1.5 5 1.5-2.5h2'],
  mountain: ['M2.5 19.5 9 7.5l3.7 6.7L15 10.5l6.5 9Z', `m7.2 10.8 1.8 1.7 1.8-1.7M17.5 6.5${CIRCLE(17.5, 5.5, 1.8)}`],
  network: [CIRCLE(5.5, 12, 2.5) + CIRCLE(18, 5.5, 2.5) + CIRCLE(18, 18.5, 2.5), 'm7.7 10.8 8.1-4.2M7.7 13.2l8.1 4.2M18 8v8'],
  nib: ['M12 3l5.5 8.5-3 6.5h-5l-3-6.5Z', `M12 3v7.5M9 21h6${CIRCLE(12, 12, 1.5)}`],
  note: [CIRCLE(7, 17.5, 2.7) + CIRCLE(17, 15.5, 2.7), 'M9.7 17.5V6.5l10-2v11M9.7 10l10-2'],
  palette: [
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 2-1 1.6-2.2-.5-1.5.3-2.8 2-2.8H18c1.5 0 2.5-1.2 2.5-3.5 0-5-3.8-8.5-8.5-8.5Z',
    DOT(7.5, 13.5) + DOT(8.5, 9) + DOT(12.5, 7) + DOT(16.3, 9.7),
  ],
  pages: ['M6 3.5h8.5L19 8v12.5H6Z', 'M14.5 3.5V8H19M9 11.5h7M9 14.5h7M9 17.5h4'],
  people: [
    `${CIRCLE(9, 8.5, 3.2)}M2.7 19c.2-3.8 2.6-5.8 6.3-5.8s6.1 2 6.3 5.8Z`,
    'M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 13.7c2.3.7 3.6 2.5 3.8 5.3h-2.5',
  ],
  person: [`${CIRCLE(12, 8, 3.7)}M4.5 20c.3-4.7 3-7 7.5-7s7.2 2.3 7.5 7Z`, 'M18 4.5v4M16 6.5h4'],
  phone: [BOX(6, 3, 12, 18, 2.5), 'M10.5 18h3M10 3v.8a.7.7 0 0 0 .7.7h2.6a.7.7 0 0 0 .7-.7V3'],
  play: [BOX(3, 5, 18, 14), 'm10.3 9 4.7 3-4.7 3Z'],
  mic: [BOX(9, 3, 6, 11, 3), 'M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M8.5 21h7'],
  robot: [BOX(4.5, 8, 15, 11, 2.5), `M12 8V4.5M2.5 12v3M21.5 12v3M9.5 15.7h5${DOT(9, 12)}${DOT(15, 12)}${DOT(12, 3.5)}`],
  rocket: [
    'M12 2.8c3.7 2.7 5 6.7 4 12.2H8c-1-5.5.3-9.5 4-12.2Z',
    `M8 11.5 4.8 14.5V18L8.3 15.5M16 11.5l3.2 3V18l-3.5-2.5M10.5 18l1.5 3 1.5-3${CIRCLE(12, 9, 1.6)}`,
  ],
  scales: [
    'M2.5 13.5 6 7l3.5 6.5a3.5 3.5 0 0 1-7 0ZM14.5 13.5 18 7l3.5 6.5a3.5 3.5 0 0 1-7 0Z',
    'M12 3.5v17M8 20.5h8M6 7c2 0 4-1.5 6-1.5S16 7 18 7',
  ],
  screen: [WINDOW, 'M3 9h18M9 9v10.5M12.5 13h5M12.5 16h3'],
  shield: ['M12 3l7.5 3v5.5c0 4.8-3 8-7.5 9.5-4.5-1.5-7.5-4.7-7.5-9.5V6Z', 'm8.8 12 2.3 2.3 4.2-4.5'],
  shop: ['M5 4.5h14l2 5.5H3Z', 'M5 12v7.5h14V12M9.5 19.5V15h5v4.5M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0'],
  sign: [BOX(4, 4, 16, 9), 'M12 13v7.5M8.5 20.5h7M7.5 8.5h6M16.5 8.5l-2-2M16.5 8.5l-2 2'],
  spark: ['M12 3c.8 5.2 3.8 8.2 9 9-5.2.8-8.2 3.8-9 9-.8-5.2-3.8-8.2-9-9 5.2-.8 8.2-3.8 9-9Z', 'M19 3v3M17.5 4.5h3'],
  speech: [
    'M4 4h9a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 13 13H8l-3 2.5V13H4a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 4 4Z',
    'M5.8 10.5 8.5 6.3l2.7 4.2M6.8 9.2h3.4M17.5 9H20a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 20 18h-1v2.5L16 18h-4.5a1.5 1.5 0 0 1-1.5-1.5M13 15.5h5',
  ],
  stage: [
    'M3 4h18v3.5c-2 3-4 5-6 5.5-1-1.5-2-2.3-3-2.5-1 .2-2 1-3 2.5-2-.5-4-2.5-6-5.5Z',
    'M3 4v16M21 4v16M3 20h18M8.5 20c0-2.5 1.5-4 3.5-4s3.5 1.5 3.5 4',
  ],
  stars: ['M10 4.5l1.9 4.3 4.6.5-3.4 3.1 1 4.6L10 14.7 5.9 17l1-4.6-3.4-3.1 4.6-.5Z', 'M18 14.5v5M15.5 17h5M18.5 4.5v3M17 6h3'],
  steps: ['M4 20v-5h5.3v-4.5h5.4V6H20v14Z', 'M9.3 15v5M14.7 10.5V20M4 9.5 8.5 5M8.5 8V5h-3'],
  tag: ['M3.5 12.2 12.2 3.5h7.3a1 1 0 0 1 1 1v7.3l-8.7 8.7Z', CIRCLE(16.2, 7.8, 1.2)],
  target: [CIRCLE(11, 13, 7.5), `${CIRCLE(11, 13, 3.2)}M11 13l8.5-8.5M16.5 4.5v3h3M19.5 4.5l2-2`],
  trophy: [
    'M7 4h10v6a5 5 0 0 1-10 0Z',
    'M7 5.5H4v1.5a3 3 0 0 0 3 3M17 5.5h3V7a3 3 0 0 1-3 3M12 15v3M8.5 20.5v-1a1.5 1.5 0 0 1 1.5-1.5h4a1.5 1.5 0 0 1 1.5 1.5v1Z',
  ],
  truck: [BOX(2.5, 6, 11, 10, 1.5), `M13.5 9.5h4L21.5 13v3h-8${WHEELS(7, 17.5, 16.5)}`],
  wrench: [
    'M14.5 4a5 5 0 0 0-4.8 6.5L3.7 16.5a2.5 2.5 0 0 0 3.5 3.8l6.3-6.1A5 5 0 0 0 20 8l-3 2.5-3-.8-.7-3L16 4.2A5 5 0 0 0 14.5 4Z',
    DOT(5.7, 18.3),
  ],
} as const
type Glyph = keyof typeof GLYPHS

/** The drawing of each category, by the type of its listings. */
export const CATEGORY_ICONS: Record<'services' | 'jobs' | 'events', Record<string, Glyph>> = {
  services: {
    design: 'nib',
    illustration: 'palette',
    ux: 'screen',
    web: 'code',
    mobile: 'phone',
    blockchain: 'cube',
    data: 'chart',
    games: 'gamepad',
    writing: 'pages',
    translation: 'speech',
    marketing: 'megaphone',
    video: 'play',
    photo: 'camera',
    audio: 'headphones',
    business: 'briefcase',
    coaching: 'cap',
    home: 'house',
    auto: 'car',
    sale: 'tag',
    hospitality: 'bed',
    catering: 'bell',
    transport: 'truck',
    fitness: 'dumbbell',
    event_services: 'cone',
    local_marketing: 'shop',
    tutoring: 'book',
    social: 'helping',
    tech: 'monitor',
  },
  jobs: {
    ai_engineer: 'robot',
    machine_learning: 'flask',
    data_scientist: 'network',
    data_engineer: 'database',
    data_analyst: 'chart',
    frontend: 'screen',
    backend: 'gears',
    fullstack: 'code',
    mobile: 'phone',
    game_developer: 'gamepad',
    blockchain: 'cube',
    devops: 'cloud',
    security: 'shield',
    qa: 'target',
    embedded: 'chip',
    it_support: 'monitor',
    product_manager: 'compass',
    project_manager: 'steps',
    product_designer: 'bricks',
    graphic_designer: 'nib',
    illustrator: 'palette',
    video_producer: 'camera',
    sound: 'headphones',
    writer: 'pages',
    translator: 'speech',
    marketing: 'megaphone',
    community: 'chat',
    sales: 'hands',
    customer_support: 'headset',
    finance: 'calculator',
    legal: 'scales',
    hr: 'person',
    operations: 'briefcase',
    education: 'cap',
    other: 'spark',
  },
  events: {
    conference: 'mic',
    meetup: 'people',
    workshop: 'wrench',
    hackathon: 'code',
    webinar: 'monitor',
    course: 'cap',
    networking: 'hands',
    career: 'briefcase',
    pitch: 'steps',
    web3: 'cube',
    launch: 'rocket',
    exhibition: 'sign',
    art: 'gallery',
    concert: 'note',
    festival: 'lantern',
    party: 'mirrorball',
    stage: 'stage',
    film: 'film',
    literature: 'book',
    gaming: 'gamepad',
    fandom: 'stars',
    sports: 'trophy',
    outdoors: 'mountain',
    wellness: 'leaf',
    food: 'cup',
    market: 'shop',
    charity: 'heart',
    family: 'balloon',
    other: 'spark',
  },
}

/** The SVG file with the icons of a type: a symbol for each category, with the category's id. */
export function categorySprite(type: keyof typeof CATEGORY_ICONS): string {
  const symbols = Object.entries(CATEGORY_ICONS[type]).map(([id, glyph]) => {
    const [shape, lines] = GLYPHS[glyph]
    return `<symbol id="${id}" viewBox="0 0 24 24"><path d="${shape}"/><path fill="none" d="${lines}"/></symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
