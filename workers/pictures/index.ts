import { WorkerEntrypoint } from 'cloudflare:workers'
import latin from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'
import japanese from '@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf'
import renderModule from '@resvg/resvg-wasm/index_bg.wasm'
import { describeError, log } from '../shared/log.ts'
import { createPainter } from './draw.ts'
import type { PictureFiles, PictureTexts } from './picture.schema.ts'

interface PicturesEnv {
  IMAGES: ImagesBinding
}

/** Twice the height of a portrait, and the height of a photo (pixels). */
const HEIGHTS = { portrait: 128, photo: 630 } as const

let painter: ReturnType<typeof createPainter> | undefined

/** A picture as JPEG, which the renderer reads; null without a picture, or with one that cannot be read. */
async function toJpeg(env: PicturesEnv, bytes: ArrayBuffer | null, height: number): Promise<ArrayBuffer | null> {
  if (!bytes) return null
  try {
    const input = env.IMAGES.input(new Blob([bytes]).stream()).transform({ height })
    return await (await input.output({ format: 'image/jpeg', quality: 82 })).response().arrayBuffer()
  } catch (error) {
    log('warn', 'picture_unreadable', { area: 'pictures', error: describeError(error) })
    return null
  }
}

/** Draws the pictures of link previews. The edge calls it for a picture that is not in its cache. */
export class PicturesRpc extends WorkerEntrypoint<PicturesEnv> {
  /** Draws a picture of 1200 x 630 pixels as PNG. */
  async draw(texts: PictureTexts, files: PictureFiles): Promise<Uint8Array> {
    painter ??= createPainter({ renderModule, latin, japanese })
    const [paint, photo, portrait] = await Promise.all([
      painter,
      toJpeg(this.env, files.photo, HEIGHTS.photo),
      toJpeg(this.env, files.portrait, HEIGHTS.portrait),
    ])
    return paint(texts, { ...files, photo, portrait })
  }
}

/** The worker has no address of its own. */
export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler<PicturesEnv>
