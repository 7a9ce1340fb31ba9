import {
  array,
  check,
  type InferInput,
  type InferOutput,
  integer,
  literal,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  pipe,
  rawTransform,
  regex,
  safeInteger,
  string,
  toNumber,
  transform,
  union,
} from 'valibot'
import { isCountry } from '../shared/countries.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { unmasked, withoutJoiners } from '../shared/text.schema.ts'
import { parseVideo, type VideoProvider } from './video.schema.ts'

/** The video a person introduces themselves with: at a provider by its id there, or one of their files (`file`) by its media id. */
export interface IntroVideo {
  provider: VideoProvider | 'file'
  id: string
}

/** What a person shows of themselves. */
export interface Profile {
  user_id: number
  name: string
  title: string
  /** Plain text with line breaks. */
  description: string
  /** Media id. */
  image: string | null
  video: IntroVideo | null
  /** The payout wallet. */
  address: `0x${string}` | null
  /** JSON `{"country":"JP"}` or `{}`. */
  geoip: string
  /** When they joined, UTC seconds. */
  since: number
}

/** What getProfile answers. `profile` is null for one's own before there is one; `geoip` then presets its country. */
export interface ProfileAnswer {
  profile: Profile | null
  /** JSON `{"country":"JP"}` or `{}`: where one's own request comes from; what a stranger's profile says. */
  geoip: string
  followers: number
  /** Whether the one who asks follows them. */
  followed: boolean
}

export const PROFILE_LIMITS = { name: 60, title: 80, description: 2000 } as const

// What shows nothing, reverses the text around it or stands for no character makes one name look like another.
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// More marks on one letter than any script stacks.
const STACKED = /\p{M}{5}/u

/** Variation selectors only choose how an emoji is drawn; they go without a word. */
const oneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
/** Counted as people count: a letter outside the basic plane is one. */
const atMost = (limit: number) => check((text: string) => [...text].length <= limit, 'length')
const visible = check((text: string) => !HIDDEN.test(withoutJoiners(text)) && !STACKED.test(text), 'characters')

/** Plain text of several lines: no control or bidi-override characters, at most one empty line in a row. */
const manyLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(unmasked)
    .join('\n')
    .replace(/[^\P{C}\n\u200c\u200d]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const mediaId = pipe(string(), regex(/^[\w-]{22}$/, 'media'))

/** The address of a video as somebody copied it; '' is none, and so is a video of an unknown place refused. */
const videoLink = pipe(
  string(),
  maxLength(500, 'video'),
  rawTransform<string, IntroVideo | null>(({ dataset, addIssue, NEVER }) => {
    const link = dataset.value.trim()
    if (!link) return null
    const video = parseVideo(link)
    if (video) return video
    addIssue({ message: 'video' })
    return NEVER
  }),
)

/** A profile as its owner edits it; runs in the form and on the server. Each message is the rule that failed. */
export const profileFields = object({
  name: pipe(string(), maxLength(400, 'length'), transform(oneLine), minLength(1, 'length'), atMost(PROFILE_LIMITS.name), visible),
  title: optional(pipe(string(), maxLength(400, 'length'), transform(oneLine), atMost(PROFILE_LIMITS.title), visible), ''),
  description: optional(pipe(string(), maxLength(20_000, 'length'), transform(manyLines), atMost(PROFILE_LIMITS.description)), ''),
  image: optional(nullable(mediaId), null),
  /** A link to a video elsewhere, or a file of one's own. */
  video: optional(nullable(union([videoLink, object({ provider: literal('file'), id: mediaId })], 'video')), null),
  /** Left out, it stays as it is, or as the request tells it in a new profile; null shows none. */
  country: optional(nullable(pipe(string(), maxLength(2, 'country'), check(isCountry, 'country')))),
})

/** What addProfile takes. */
export type ProfileBody = InferInput<typeof profileFields>
export type ProfileFields = InferOutput<typeof profileFields>

/** Body of addProfile. */
export const addProfileRequest = object({ profile: profileFields })

const userId = pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), toNumber(), number(), integer(), safeInteger())

/** Query of getProfile; without `userId` it is one's own. */
export const profileQuery = object({ userId: optional(userId) })

/** Query of getUserProfiles: up to a hundred ids, separated by commas. */
export const profilesQuery = object({
  users: union([
    pipe(
      literal(''),
      transform(() => []),
    ),
    pipe(
      string(),
      maxLength(1700, 'length'),
      transform((text) => text.split(',')),
      array(userId),
      maxLength(100, 'length'),
    ),
  ]),
})

/** Body of follow and unfollow. */
export const followRequest = object({ userId: numericId })

/** Query of getFollowing; `cursor` is the `next` of the page before. */
export const followingQuery = object({ cursor: optional(pipe(string(), regex(/^\d{1,12}\.[1-9]\d{0,15}$/, 'cursor'))) })

/** A page of the people one follows, newest first, and how many follow oneself. */
export interface FollowingPage {
  following: Pick<Profile, 'user_id' | 'name' | 'title' | 'image' | 'geoip'>[]
  followers: number
  next: string | null
}
