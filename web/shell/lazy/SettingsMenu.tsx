import type { ReactNode } from 'react'
import { Menu } from '../../ui/Menu.tsx'
import css from '../TopBar.module.css'
import { Choices } from './Choices.tsx'

/** The menu of language and appearance for guests. It opens at once, because a press on the button has loaded it. */
export default function SettingsMenu({ label, face }: { label: string; face: ReactNode }) {
  return (
    <Menu label={label} button={face} look={css.settings} startOpen>
      <Choices />
    </Menu>
  )
}
