import { useLingui } from '@lingui/react/macro'

/** The name of a browser and its system; '' is unknown. */
export function useDeviceName({ browser, os }: { browser: string; os: string }): string {
  const { t } = useLingui()
  return browser && os ? t`${browser} on ${os}` : browser || os || t`Unknown browser`
}
