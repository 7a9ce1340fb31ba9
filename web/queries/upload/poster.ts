import { PLAYED_TYPES } from '../../../workers/uploads/media.schema.ts'
import { mimeTypeOf } from './mime-type.ts'

/** Where in a video its poster is taken (seconds): at a tenth, because the start is often black, but at three seconds at most. */
const posterTime = (duration: number) => (Number.isFinite(duration) ? Math.min(duration / 10, 3) : 0)
/** How long to wait for a frame (ms). */
const FRAME_TIMEOUT_MS = 10_000
/** The width of the widest variant of a picture (pixels). */
const WIDEST = 1280

/** One frame of a video as a picture, or null if this browser cannot show the video. */
export async function posterOf(file: File): Promise<File | null> {
  if (!(PLAYED_TYPES as readonly string[]).includes(mimeTypeOf(file))) return null
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = url
    await once(video, 'loadeddata')
    video.currentTime = posterTime(video.duration)
    await once(video, 'seeked')
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, WIDEST / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    return frame && new File([frame], `${file.name.slice(0, 200)}.webp`, { type: frame.type })
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Resolves at the next `event`; rejects if the video fails or nothing happens in time. */
function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(FRAME_TIMEOUT_MS)
    signal.addEventListener('abort', reject)
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', reject, { once: true, signal })
  })
}
