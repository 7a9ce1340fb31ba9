import { useCallback, useState } from 'react'
import { Checkbox } from '../ui/Checkbox.tsx'
import { type Choice, Combobox } from '../ui/Combobox.tsx'
import { Count, Select, TextArea, TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { StarInput } from '../ui/StarInput.tsx'
import { StarRow } from '../ui/StarRow.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Segmented } from '../ui/Tabs.tsx'
import { type Cell, textFor } from './cell.ts'
import css from './GalleryPage.module.css'

export function Fields(cell: Cell) {
  const t = textFor(cell)
  const [text, setText] = useState(t('Two rounds of changes are included.', '修正は2回まで含みます。'))
  return (
    <>
      <TextField
        label={t('Title', 'タイトル')}
        placeholder={t('Logo and identity', 'ロゴとブランドデザイン')}
        hint={<Count now={0} of={80} />}
      />
      <TextField label={t('Price', '価格')} before="$" after={t('/ hour', '／時間')} defaultValue="45.50" inputMode="decimal" />
      <TextField
        label={t('E-mail', 'メールアドレス')}
        defaultValue="ben@"
        error={t('Please enter a valid email address.', '有効なメールアドレスを入力してください。')}
      />
      <PasswordField label={t('Password', 'パスワード')} autoComplete="current-password" defaultValue="hop over the hedge" />
      <TextField label={t('Wallet', 'ウォレット')} value="0x7099…79C8" disabled />
      <TextArea
        label={t('Description', '説明')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={<Count now={text.length} of={120} />}
      />
      <div className={`over ${css.picture}`}>
        <TextField label={t('Over a picture', '画像の上')} bare placeholder={t('City', '都市')} before={<Icon name="pin" />} />
        <SearchBar
          action="/search/"
          label={t('Search', '検索')}
          placeholder={t('Search services', 'サービスを検索')}
          onText={() => {}}
          onSubmit={() => {}}
        />
      </div>
    </>
  )
}

const COUNTRIES: Choice[] = ['CA', 'CH', 'CI', 'DE', 'FR', 'GB', 'JP', 'KR', 'TW', 'UA', 'US'].map((code) => ({ value: code, text: code }))

export function Pickers(cell: Cell) {
  const t = textFor(cell)
  const [country, setCountry] = useState<Choice | null>(null)
  const { lang } = cell
  const find = useCallback(
    (text: string) => {
      const names = new Intl.DisplayNames(lang, { type: 'region' })
      return COUNTRIES.map(({ value }) => ({ value, text: names.of(value)!, hint: value })).filter((choice) =>
        choice.text.toLowerCase().includes(text.toLowerCase()),
      )
    },
    [lang],
  )
  return (
    <>
      <Select
        label={t('Category', 'カテゴリー')}
        options={[
          ['', t('Choose a category', 'カテゴリーを選択')],
          ['design', t('Design', 'デザイン')],
          ['photo', t('Photography', '写真')],
        ]}
      />
      <Combobox
        label={t('Country', '国')}
        value={country}
        onChange={setCountry}
        find={find}
        none={t('No country is called that.', '該当する国がありません。')}
        placeholder={t('Type a name', '名前を入力')}
      />
      <TextField type="date" label={t('Day', '日付')} defaultValue="2026-11-21" />
    </>
  )
}

export function Choices(cell: Cell) {
  const t = textFor(cell)
  const [on, setOn] = useState(true)
  const [many, setMany] = useState(3)
  const [stars, setStars] = useState<number | null>(4)
  const [kind, setKind] = useState<'fixed' | 'bid'>('fixed')
  return (
    <>
      <Switch label={t('Live', '公開中')} checked={on} onChange={setOn} />
      <Switch label={t('Not now', '変更不可')} checked={false} onChange={() => {}} disabled />
      <Checkbox
        label={t('Write me an e-mail', 'メールで知らせる')}
        hint={t('When a message waits a day', '1日未読のとき')}
        defaultChecked
      />
      <Checkbox label={t('Not now', '変更不可')} disabled />
      <Segmented
        label={t('Price', '価格')}
        value={kind}
        onChange={setKind}
        options={[
          ['fixed', t('Fixed', '固定')],
          ['bid', t('Bids', '入札')],
        ]}
      />
      <Stepper label={t('Hours', '時間')} value={many} onChange={setMany} max={5} />
      <StarInput name={`${cell.id}stars`} label={t('Your rating', '評価')} value={stars} onChange={setStars} />
      <StarRow rating={stars ?? 0} />
    </>
  )
}
