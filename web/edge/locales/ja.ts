import { brand } from '../../brand.ts'
import type { PageTexts } from '../page-texts.ts'

export const ja: PageTexts = {
  home: {
    title: '良い仕事が、人と出会う場所',
    description: '依頼する、働く、集まる。お支払いは仕事が終わるまでBase上のエスクローで安全に保管され、手数料はお支払いの前にわかります。',
  },
  news: {
    title: 'ニュースフィード',
    description: '新しく投稿されたものから順に。仕事と、それを手がける人たち。',
  },
  trending: {
    title: 'トレンド',
    description: 'この7日間に、最も多くの人が注文したもの。',
  },
  faq: {
    title: 'よくある質問',
    description: '注文、エスクロー、手数料、ネットワーク手数料のしくみをわかりやすく説明します。',
  },
  privacy: {
    title: 'プライバシー',
    description: '保存するもの、他の人に見えるもの、ブラウザに残るもの。データを販売することはありません。',
  },
  terms: {
    title: '利用規約',
    description: '売り買いのための、わかりやすい8つの決まり。',
  },
  about: {
    title: `${brand.name}について`,
    description: '働く人、つくる人のためのマーケットプレイス。お支払いはBase上のエスクローコントラクトを通ります。',
  },
  notice: {
    title: '特定商取引法に基づく表記',
    description: '販売者、価格、お支払い、引き渡し、返金について。',
  },
  confirm: {
    title: 'メールアドレスの確認',
    description: 'お送りしたメールのリンクの行き先です。メールアドレスがご本人のものであることを確認します。',
  },
  reset: {
    title: '新しいパスワードの設定',
    description: 'ログインできなくなった方はこちら。リンクを受け取り、新しいパスワードを設定できます。',
  },
  lost: {
    title: 'ページが見つかりません',
    description: 'このページは存在しないか、なくなりました。',
  },
}
