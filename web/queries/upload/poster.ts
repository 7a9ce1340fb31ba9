import { PLAYED_TYPES } from '../../../workers/uploads/media.schema.ts'
import { typeOf } from './mime-type.ts'

/** Where in a video its poster is taken from: a tenth of it, for the very beginning is often black, but three seconds at most. */
const momentOf = (duration: number) => (Number.isFinite(duration) ? Math.min(duration / 10, 3) : 0)
/** A video that shows no frame by then shows none (ms). */
const PATIENCE_MS = 10_000
/** The widest variant of a picture. */
const WIDEST = 1280

/** One frame of a video as a picture, or null where this browser can't show the video. */
export async function posterOf(file: File): Promise<File | null> {
  if (!(PLAYED_TYPES as readonly string[]).includes(typeOf(file))) return null
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = address
    await heard(video, 'loadeddata')
    video.currentTime = momentOf(video.duration)
    await heard(video, 'seeked')
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, WIDEST / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    return drawn && new File([drawn], `${file.name.slice(0, 200)}.webp`, { type: drawn.type })
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

function heard(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    signal.addEventListener('abort', reject)
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', reject, { once: true, signal })
  })
}
