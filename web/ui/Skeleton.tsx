import type { CSSProperties } from 'react'
import css from './Skeleton.module.css'

/** A grey shape where something will be; build the shape of the coming content out of several. */
export function Skeleton({
  width,
  height,
  ratio,
  round,
}: {
  width?: number | string
  height?: number | string
  ratio?: string
  round?: boolean
}) {
  const style: CSSProperties = {
    width,
    height: height ?? (ratio ? undefined : '1em'),
    aspectRatio: ratio,
    borderRadius: round ? '50%' : undefined,
  }
  return <span className={css.skeleton} style={style} aria-hidden="true" />
}
