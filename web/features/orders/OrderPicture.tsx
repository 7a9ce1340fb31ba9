import { type ComponentProps, useState } from 'react'
import { Picture } from '../../ui/Picture.tsx'

const FILL = { display: 'block', width: '100%', objectFit: 'cover' } as const

/** The picture of the service that was ordered. Without one, or if it fails to load, a banner of the site. */
export function OrderPicture({ media, ratio = '4 / 3', ...rest }: Omit<ComponentProps<typeof Picture>, 'alt'>) {
  const [failed, setFailed] = useState(false)
  if (!media || failed) return <img src="/art/banner-1.svg" alt="" style={{ ...FILL, aspectRatio: ratio }} />
  return (
    <div onErrorCapture={() => setFailed(true)}>
      <Picture media={media} ratio={ratio} alt="" {...rest} />
    </div>
  )
}
