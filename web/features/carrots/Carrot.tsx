/** A carrot with its leaves. */
export function Carrot({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        d="M15.6 8.4c1.7 1.7 1.2 4.2-.7 5.9-2.3 2.1-8.2 5.9-11 6.7-.6.2-1.1-.3-.9-.9.8-2.8 4.6-8.7 6.7-11 1.7-1.9 4.2-2.4 5.9-.7Z"
        fill="var(--carrot)"
      />
      <path d="m8.2 12.6 1.7 1.7m-3.8 1.4 1.5 1.5m4.9-5.6 1.4 1.4" stroke="#00000038" strokeWidth="1.3" strokeLinecap="round" />
      <path
        d="M15.3 8.7c-.4-2.5.1-4.4 1.4-5.7 1 1 1.2 2.1.8 3.3 1.2-.4 2.3-.2 3.3.8-1.2 1.3-3.1 1.9-5.5 1.6Z"
        fill="none"
        stroke="var(--leaf)"
        strokeWidth="1.9"
        strokeLinejoin="round"
      />
    </svg>
  )
}
