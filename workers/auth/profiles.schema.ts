import {
  array,
  check,
  type InferInput,
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
import { characters, unmasked, withoutJoiners } from '../shared/text.schema.ts'
import { parseVideo, type VideoProvider } from './video.schema.ts'

/** The introduction video of a profile: its id at a video provider, or the media id of an uploaded file (`file`). */
export interface IntroVideo {
  provider: VideoProvider | 'file'
  id: string
}

/** A public profile. */
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
  /** When the user joined, UTC seconds. */
  since: number
}

/**
 * Response of getProfile. `profile` is null if the caller asks for their own profile and has none yet; the form then starts with the
 * country of `geoip`.
 */
export interface ProfileAnswer {
  profile: Profile | null
  /** JSON `{"country":"JP"}` or `{}`. For the caller's own profile: the country of the request. For others: the country in the profile. */
  geoip: string
  followers: number
  /** Whether the caller follows this user. */
  followed: boolean
  /** The name of the user's page as a creator, at `/{name}/`; null without one. */
  creator: string | null
  /** Whether the team has hidden the profile: others see only the name and the country. */
  hidden: boolean
}

export const PROFILE_LIMITS = { name: 60, title: 80, description: 2000 } as const

// Characters that are invisible, reverse the text around them or are unassigned can make one name look like another.
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// More than four combining marks on one letter; no script needs more.
const STACKED = /\p{M}{5}/u

/** Cleans one line. Variation selectors only choose how an emoji is displayed, and are dropped silently. */
const cleanOneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
/** Limits the length in code points. */
const atMost = (limit: number) => check((text: string) => characters(text) <= limit, 'length')
const visible = check((text: string) => !HIDDEN.test(withoutJoiners(text)) && !STACKED.test(text), 'characters')

/** Cleans plain text with several lines: no control or bidi-override characters, at most one empty line in a row. */
const cleanManyLines = (text: string) =>
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

/** The pasted URL of a video. '' means no video; a video of an unknown provider is rejected. */
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

/** A profile as its owner edits it. Used in the form and on the server. Each message is the rule that failed. */
export const profileFields = object({
  name: pipe(string(), maxLength(400, 'length'), transform(cleanOneLine), minLength(1, 'length'), atMost(PROFILE_LIMITS.name), visible),
  title: optional(pipe(string(), maxLength(400, 'length'), transform(cleanOneLine), atMost(PROFILE_LIMITS.title), visible), ''),
  description: optional(pipe(string(), maxLength(20_000, 'length'), transform(cleanManyLines), atMost(PROFILE_LIMITS.description)), ''),
  image: optional(nullable(mediaId), null),
  /** The URL of a video at a provider, or an uploaded file of the user. */
  video: optional(nullable(union([videoLink, object({ provider: literal('file'), id: mediaId })], 'video')), null),
  /** If missing, it stays unchanged; in a new profile it is the country of the request. null shows no country. */
  country: optional(nullable(pipe(string(), maxLength(2, 'country'), check(isCountry, 'country')))),
})

/** The `profile` in the body of addProfile, before validation. */
export type ProfileBody = InferInput<typeof profileFields>

/** Body of addProfile. */
export const addProfileRequest = object({ profile: profileFields })

const userId = pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), toNumber(), number(), integer(), safeInteger())

/** Query of getProfile. Without `userId` it is the caller's own profile. */
export const profileQuery = object({ userId: optional(userId) })

/** Query of getUserProfiles: up to a hundred user ids, separated by commas. */
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

/** Query of getFollowing. `cursor` is the `next` of the previous page. */
export const followingQuery = object({ cursor: optional(pipe(string(), regex(/^\d{1,12}\.[1-9]\d{0,15}$/, 'cursor'))) })

/** A page of the users that the caller follows, newest first, and the number of the caller's followers. */
export interface FollowingPage {
  following: Pick<Profile, 'user_id' | 'name' | 'title' | 'image' | 'geoip'>[]
  followers: number
  next: string | null
}
