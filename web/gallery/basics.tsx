import { useState } from 'react'
import { Price } from '../features/cards/Price.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink, IconButton, type Look } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Notice } from '../ui/Notice.tsx'
import ShareDialog from '../ui/ShareDialog.tsx'
import { Stars } from '../ui/Stars.tsx'
import { toast } from '../ui/toast.ts'
import { type Cell, textFor } from './cell.ts'
import css from './GalleryPage.module.css'

export function Buttons(cell: Cell) {
  const t = textFor(cell)
  const looks: [Look, string][] = [
    ['primary', t('Publish', '公開する')],
    ['quiet', t('Save draft', '下書き保存')],
    ['ghost', t('Cancel', 'キャンセル')],
    ['danger', t('Delete', '削除')],
  ]
  return (
    <>
      <div className={css.line}>
        {looks.map(([look, text]) => (
          <Button key={look} look={look}>
            {text}
          </Button>
        ))}
      </div>
      <div className={css.line}>
        {looks.slice(0, 2).map(([look, text]) => (
          <Button key={look} look={look} disabled>
            {text}
          </Button>
        ))}
        <Button look="primary" busy>
          {t('Saving', '保存中')}
        </Button>
        <Button small aria-pressed>
          {t('My listings', '自分の出品')}
        </Button>
      </div>
      <div className={css.line}>
        {looks.map(([look, text]) => (
          <Button key={look} look={look} aria-pressed>
            {text}
          </Button>
        ))}
        <ButtonLink look="ghost" href="/gallery/" aria-current="page">
          {t('Services', 'サービス')}
        </ButtonLink>
      </div>
      <div className={css.line}>
        <ButtonLink href="/gallery/" icon="plus">
          {t('Post a service', 'サービスを出品')}
        </ButtonLink>
        <IconButton icon="trash" label={t('Delete', '削除')} />
        <IconButton icon="pencil" look="quiet" label={t('Edit', '編集')} />
        <CopyButton text="warren" label={t('Copy', 'コピー')} />
      </div>
      <Button look="primary" wide>
        {t('A button as wide as it can be', '幅いっぱいのボタン')}
      </Button>
    </>
  )
}

export function Marks(cell: Cell) {
  const t = textFor(cell)
  return (
    <>
      <div className={css.line}>
        <Chip>{t('Plain', '通常')}</Chip>
        <Chip tone="leaf" icon="check">
          {t('Completed', '完了')}
        </Chip>
        <Chip tone="amber" icon="clock">
          {t('Waiting', '待機中')}
        </Chip>
        <Chip tone="rose">{t('Disputed', '異議あり')}</Chip>
        <Chip tone="sky">{t('New', '新着')}</Chip>
        <Chip tone="carrot">{t('Yours to do', '要対応')}</Chip>
      </div>
      <div className={css.line}>
        <Badge count={1} />
        <Badge count={12} />
        <Badge count={120} />
        <Stars rating={{ mean: 4.8, count: 27 }} />
        <Price micro={120_000_000} from />
        <Price micro={45_500_000} hourly />
      </div>
      <div className={css.line}>
        <Avatar name="Aiko Mori" size={56} />
        <Avatar name="伊藤 健二" />
        <Mark icon="wallet" />
        <Mark icon="laptop" />
      </div>
    </>
  )
}

export function Dialogs(cell: Cell) {
  const t = textFor(cell)
  const [open, setOpen] = useState<'plain' | 'wide' | 'drawer' | 'share' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className={css.line}>
        <Menu label={t('More', 'その他')} button={<Icon name="list" />}>
          <button type="button">
            <Icon name="pencil" />
            {t('Edit', '編集')}
          </button>
          <button type="button">
            <Icon name="copy" />
            {t('Duplicate', '複製')}
          </button>
          <hr />
          <button type="button">
            <Icon name="trash" />
            {t('Delete', '削除')}
          </button>
        </Menu>
      </div>
      <div className={css.line}>
        <Button onClick={() => setOpen('plain')}>{t('Dialog', 'ダイアログ')}</Button>
        <Button onClick={() => setOpen('wide')}>{t('Wide dialog', '広いダイアログ')}</Button>
        <Button onClick={() => setOpen('drawer')}>{t('Drawer', 'ドロワー')}</Button>
        <Button onClick={() => setOpen('share')}>{t('Share', '共有')}</Button>
      </div>
      <div className={css.line}>
        <Button onClick={() => toast(t('The order is accepted.', '注文を承諾しました。'))}>{t('Good news', '良い知らせ')}</Button>
        <Button onClick={() => toast(t('The file is too large.', 'ファイルが大きすぎます。'), 'bad')}>{t('Bad news', '悪い知らせ')}</Button>
      </div>
      {open === 'share' && <ShareDialog url="https://warren.example/services/12" title="Logo and identity" onClose={close} />}
      {open && open !== 'share' && (
        <Dialog
          title={t('Release the payment', '支払いを確定する')}
          subtitle={t('To Aiko Mori', '森 愛子さんへ')}
          onClose={close}
          wide={open === 'wide'}
          drawer={open === 'drawer'}
        >
          <p>{t('The payment goes to the seller at once.', 'お支払いはすぐに出品者へ届きます。')}</p>
          <TextField label={t('A word of thanks', 'お礼のひとこと')} />
          <Button look="primary" wide onClick={close}>
            {t('Release', '確定する')}
          </Button>
        </Dialog>
      )}
    </>
  )
}

export function Messages(cell: Cell) {
  const t = textFor(cell)
  return (
    <>
      <Notice>{t('Listings stay in the language they were written in.', '出品は書かれた言語のまま表示されます。')}</Notice>
      <Notice tone="leaf">{t('Your e-mail address is confirmed.', 'メールアドレスを確認しました。')}</Notice>
      <Notice tone="amber">{t('Your wallet is on another network.', 'ウォレットは別のネットワークです。')}</Notice>
      <Notice tone="rose">
        {t('The transaction failed. Nothing was paid.', 'トランザクションに失敗しました。支払いはされていません。')}
      </Notice>
      <Notice tone="sky">{t('A new version is ready.', '新しいバージョンがあります。')}</Notice>
    </>
  )
}
