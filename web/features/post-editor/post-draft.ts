import { safeParse } from 'valibot'
import { type Post, postRequest } from '../../../workers/creators/posts.schema.ts'
import type { PostDraft } from '../../lib/post-drafts.ts'

/** What is saved of a post, to be edited; empty for a new one. */
export const draftOf = (post: Post | null): PostDraft =>
  post ? { content: post.content, link: post.link, media: post.media } : { content: '', link: '', media: [] }

/** A rule that a field breaks. `post` is the whole post. */
export interface PostFault {
  field: 'content' | 'media' | 'link' | 'post'
  rule: string
}

/** Where a save belongs: the post, or a new one of a creator, and the version that the draft started with. */
export interface SavePlace {
  name: string
  pid: string | null
  version: number
}

/** Whether an HTML text shows nothing, such as an empty paragraph. */
const isBlank = (html: string) => !html.includes('<img') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

/** Checks a draft by the rules of the server: the body to send, or what must be changed first. */
export function checkPost({ content, link, media }: PostDraft, place: SavePlace, draft: boolean) {
  const body = { ...place, content: isBlank(content) ? '' : content, link: link.trim(), media: media.map(({ id }) => id), draft }
  const faults: PostFault[] = []
  if (!body.content && !body.link && !body.media.length) faults.push({ field: 'post', rule: 'empty' })
  if (media.filter(({ kind }) => kind === 'video').length > 1) faults.push({ field: 'media', rule: 'videos' })
  const parsed = safeParse(postRequest, body)
  for (const { path, message } of parsed.issues ?? []) {
    const field = (['content', 'media', 'link'] as const).find((name) => name === path?.[0]?.key) ?? 'post'
    if (!faults.some((one) => one.field === field)) faults.push({ field, rule: message })
  }
  return { body: parsed.success && !faults.length ? parsed.output : null, faults }
}

/** The link that a preview is asked for: with a host that has a dot; null for any other text. */
export function linkToPreview(text: string): string | null {
  const parsed = safeParse(postRequest.entries.link, text)
  if (!parsed.success || !parsed.output) return null
  return new URL(parsed.output).hostname.includes('.') ? parsed.output : null
}
