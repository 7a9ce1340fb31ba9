/** Size of a picture in pixels: the size for link previews that the common sites and messengers ask for. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** The texts of a picture, in the language of its reader. All of them are shortened to fit. */
export interface PictureTexts {
  title: string
  /** What the page is about: `Service`, `Event`. */
  kind: string
  /** Price, salary or date, and the place, the most important first. At most three are shown. */
  facts: string[]
  /** `4.9 (12)`; null without reviews. */
  rating: string | null
  /** Name of the seller or host; null on pages that belong to no member. */
  person: string | null
  /** The two colours `#rrggbb` of a creator's page, which replace paper and banner. */
  colors?: { primary: string; secondary: string }
}

/** The files that a picture is made of. */
export interface PictureFiles {
  /** SVG of the logo. */
  logo: string
  /** SVG of a banner. It fills the picture if there is no photo. */
  art: string
  /** A photo in any format that Cloudflare Images reads. */
  photo: ArrayBuffer | null
  /** The portrait of the person, like `photo`. */
  portrait: ArrayBuffer | null
}
