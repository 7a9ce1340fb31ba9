import { array, maxLength, picklist, pipe, strictObject } from 'valibot'
import { text } from '../shared/answers.schema.ts'
import { media } from '../uploads/answers.schema.ts'

/** Schemas of the answers of this area's calls. */

const linkedVideo = strictObject({
  provider: picklist(['youtube', 'dailymotion', 'twitch']),
  id: text('The id of the video at its host.'),
  url: text('The page of the video.'),
})
export const linkPreview = strictObject({
  url: text('The address of the page, after redirects.'),
  title: text('At most 200 characters and dots; 22 if it is derived from the text of the page.'),
  siteName: text('The name of the site, or its host.'),
  description: text('At most 500 characters and dots; 122 if it is derived from the text of the page. It may be empty.'),
  mediaType: text('The type by Open Graph, such as `article`; `website` if the page does not state it, `image` for a picture.'),
  contentType: text('The media type, such as `text/html`.'),
  images: pipe(array(media), maxLength(1)),
  videos: pipe(array(linkedVideo), maxLength(1)),
  favicons: pipe(array(media), maxLength(1)),
})
