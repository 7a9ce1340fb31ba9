import type { CSSProperties } from 'react'
import css from './Skeleton.module.css'

/** A grey placeholder. Combine several in the shape of the coming content. */
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
