import { maxLength, minLength, object, pipe, string, trim } from 'valibot'
import type { VideoProvider } from '../auth/video.schema.ts'
import type { Media } from '../uploads/media.schema.ts'

const MAX_URL = 2000

/** An address as a member writes it, with its scheme. Without one, `https://` is meant. */
export const withScheme = (text: string): string => (/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)

/** Query of getLinkPreview. Without a scheme, `https://` is meant. */
export const linkPreviewQuery = object({ url: pipe(string(), maxLength(MAX_URL), trim(), minLength(1)) })

/** A video at one of the hosts whose videos a page may show. Only its address: no code of the host. */
interface LinkedVideo {
  provider: VideoProvider
  id: string
  /** The page of the video. */
  url: string
}

/** What a linked page says about itself. Texts are plain text of one line; its pictures are copies, served by the app. */
export interface LinkPreview {
  /** The address after redirects. */
  url: string
  title: string
  /** The name of the site, or its host. */
  siteName: string
  /** '' if the page has none. */
  description: string
  /** By Open Graph, such as `article`; `website` or `image` if the page does not say. */
  mediaType: string
  /** The media type of the answer, such as `text/html`. */
  contentType: string
  /** At most one. */
  images: Media[]
  /** At most one. */
  videos: LinkedVideo[]
  /** The icon of the site; at most one. */
  favicons: Media[]
}
