import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
} from 'valibot'
import type { Poster } from '../listings/base.schema.ts'
import { cleanHtml, htmlText, picturesOf } from '../listings/richtext.schema.ts'
import { mediaId, opaqueId } from '../shared/ids.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import { type LinkPreview, withScheme } from './link-previews.schema.ts'
import { typedName } from './typed-name.schema.ts'

/** Bounds of posts and comments: characters, and numbers of entries. */
export const POST_LIMITS = {
  /** HTML. */
  content: 20_000,
  /** Files below the text. At most one is a video. */
  media: 10,
  /** Pictures inside of the text. */
  pictures: 20,
  link: 2000,
  comment: 1000,
  drafts: 50,
  pinned: 3,
  offset: 100_000,
  /** Posts on a page. */
  page: 10,
  /** Comments on a page. */
  comments: 20,
} as const

const content = pipe(
  string(),
  maxLength(POST_LIMITS.content * 3, 'too_long'),
  transform(cleanHtml),
  check((html) => html.length <= POST_LIMITS.content, 'too_long'),
  check((html) => picturesOf(html).length <= POST_LIMITS.pictures, 'too_many'),
)

/** The URL of a link with http or https, without user and password; null if the text is none. Without a scheme, https is meant. */
function parseLink(text: string): string | null {
  const url = URL.parse(withScheme(text.trim()))
  return url && /^https?:$/.test(url.protocol) && url.hostname && !url.username && !url.password ? url.href : null
}

/** Empty, or an address with http or https (rule `link`). */
const link = pipe(
  string(),
  maxLength(POST_LIMITS.link, 'too_long'),
  check((text) => !text.trim() || parseLink(text) !== null, 'link'),
  transform((text) => (text.trim() ? parseLink(text)! : '')),
  maxLength(POST_LIMITS.link, 'too_long'),
)

/** Whether a post has neither a text nor a picture, a file or a link. */
const isEmpty = ({ content, link, media }: { content: string; link: string; media: string[] }): boolean =>
  !link && !media.length && !htmlText(content) && !picturesOf(content).length

/**
 * Body of addPost. `pid` is null for a new post. `version` is the one that the editor started with; 0 for a new post. `media` are media ids
 * of the caller. A post has a text, a picture, a file or a link.
 */
export const postRequest = pipe(
  object({
    name: typedName,
    pid: nullable(opaqueId),
    version: pipe(number(), integer(), minValue(0), maxValue(1_000_000_000)),
    content,
    link,
    media: pipe(
      array(mediaId),
      maxLength(POST_LIMITS.media, 'too_many'),
      check((ids) => new Set(ids).size === ids.length, 'twice'),
    ),
    draft: boolean(),
  }),
  check(({ pid, version }) => pid !== null || version === 0, 'version'),
  check((post) => !isEmpty(post), 'post_empty'),
)
export type PostRequest = InferOutput<typeof postRequest>

/** Query of getPosts. `offset` is the `next` of the previous page. */
export const postsQuery = object({
  name: typedName,
  offset: optional(
    pipe(
      string(),
      regex(/^\d{1,6}$/, 'offset'),
      transform(Number),
      check((offset) => offset <= POST_LIMITS.offset, 'offset'),
    ),
    '0',
  ),
})

/** Query of getPost. */
export const postQuery = object({ name: typedName, pid: opaqueId })
/** Query of getDrafts. */
export const draftsQuery = object({ name: typedName })
/** Body of deletePost. */
export const deletePostRequest = object({ pid: opaqueId })
/** Body of pinPost. */
export const pinPostRequest = object({ pid: opaqueId, pinned: boolean() })
/** Body of likePost. */
export const likePostRequest = object({ pid: opaqueId, liked: boolean() })

/** Query of getComments. `before` is the `next` of the previous page. */
export const commentsQuery = object({ pid: opaqueId, before: optional(pipe(string(), regex(/^[1-9]\d{0,14}$/, 'cursor'))) })
/** Body of addComment. */
export const commentRequest = object({ pid: opaqueId, text: pipe(multiLineText(POST_LIMITS.comment), minLength(1, 'too_short')) })
/** Body of deleteComment. */
export const deleteCommentRequest = object({ id: opaqueId })

const POST_FEEDS = ['following', 'news'] as const

/** Query of getPostFeed. `before` is the `next` of the previous page. */
export const postFeedQuery = object({
  feed: picklist(POST_FEEDS),
  before: optional(pipe(string(), regex(/^\d{1,12}\.[1-9]\d{0,14}$/, 'cursor'))),
})

/** A post of a creator. Times are UTC seconds. */
export interface Post {
  pid: string
  creatorName: string
  owner: Poster
  /** Sanitized HTML; it may be empty if there is a file or a link. */
  content: string
  /** From the text or the link, at most 22 characters and dots; it may be empty. */
  title: string
  /** From the text or the link, at most 122 characters and dots; it may be empty. */
  description: string
  /** An address with http or https; '' without one. */
  link: string
  preview: LinkPreview | null
  media: Media[]
  draft: boolean
  pinned: boolean
  /** Whether an admin hid it. Only the owner gets a hidden post. */
  hidden: boolean
  /** When it was published; for a draft, when it was started. */
  created: number
  /** When it was last changed since; null if never. */
  edited: number | null
  version: number
  likes: number
  /** Whether the viewer likes it. */
  liked: boolean
  comments: number
}

/** Response of addPost. */
export type SavedPost = Pick<Post, 'pid' | 'version' | 'created' | 'edited'>

/** Response of getPosts: the published posts, pinned ones first, then the newest. `next` is the offset of the next page; null on the last. */
export interface PostPage {
  posts: Post[]
  next: number | null
  /** Whether the viewer is the owner. */
  canPost: boolean
}

/** Response of getPost. */
export interface PostAnswer {
  post: Post
}

/** Response of getDrafts: newest first. */
export interface DraftList {
  posts: Post[]
}

/** Response of getPostFeed. `next` is the cursor of the next page; null on the last. */
export interface PostFeedPage {
  posts: Post[]
  next: string | null
}

/** Response of likePost. */
export type PostLikes = Pick<Post, 'likes' | 'liked'>

/** A comment of a post. */
export interface PostComment {
  id: string
  author: Poster
  /** Plain text with line breaks. */
  text: string
  /** UTC seconds. */
  created: number
  /** Whether the viewer wrote it. */
  mine: boolean
  /** Whether the viewer may delete it: as its author, or as the owner of the post. */
  removable: boolean
  /** Whether an admin hid it. Only its author gets a hidden comment. */
  hidden: boolean
}

/** Response of getComments: newest first. `next` is the cursor of the next page; null on the last. */
export interface CommentPage {
  comments: PostComment[]
  next: string | null
}

/** Response of addComment. */
export interface CommentAnswer {
  comment: PostComment
}
