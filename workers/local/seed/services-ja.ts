import { KANAZAWA } from './city-ids.ts'
import type { SeedService } from './services.ts'

/** In Japanese, oldest first. */
export const JAPANESE: SeedService[] = [
  {
    key: 'wagashi',
    by: 'hana',
    category: 'hospitality',
    subCategory: 'experiences',
    place: { country: 'JP', city: KANAZAWA },
    title: '金沢の町家で、包み紙づくりとお茶の半日',
    preview: '木版で包み紙を一枚刷り、その紙で包んだ和菓子をお茶といっしょにいただきます。手ぶらでどうぞ。',
    description:
      '<p>包み紙は、お菓子の最初のひとくちだと思っています。東山の小さな町家で、用意した版木から模様を選び、自分の手で一枚刷ってみませんか。</p><h2>半日の流れ</h2><ul><li>金沢の包み紙の話を少し</li><li>版木を選び、色を合わせて三枚まで刷ります</li><li>乾くあいだに、その紙で包んだ和菓子とお茶を</li></ul><p>道具と前掛けはこちらにあります。お子さまは八歳から、英語でもご案内できます。</p>',
    options: {
      おひとり: {
        price: 48,
        delivery: 14,
        description: '刷り三枚、和菓子とお茶つきの三時間。',
        features: ['刷り三枚', '和菓子とお茶'],
        revisions: 0,
      },
      お二人: {
        price: 88,
        delivery: 14,
        description: 'お二人で一卓、刷りは合わせて六枚。',
        features: ['刷り六枚', '和菓子とお茶'],
        revisions: 0,
      },
    },
    pictures: ['tea-close', 'tea'],
    daysAgo: 62,
  },
  {
    key: 'nihongo',
    by: 'mei',
    category: 'coaching',
    title: 'はじめてのひらがな、50分のオンラインレッスン',
    preview: '海外に住むお子さまや大人の方へ。手描きのカードとお話で、ひらがなを楽しく覚えます。',
    description:
      '<p>文字は、意味のある言葉といっしょに覚えると忘れません。レッスンでは手描きのカードを使い、毎回ひとつ短いお話を読みます。聞くこと、声に出すこと、書くことを少しずつ重ねていきます。</p><h2>進め方</h2><ul><li>最初の10分で前回のおさらい</li><li>新しい文字は一度に五つまで</li><li>最後に小さなお話をいっしょに読みます</li></ul><p>教材はPDFでお渡しします。ご兄弟での参加も歓迎です。</p>',
    options: {
      一回: { price: 22, delivery: 3, description: '50分のレッスン一回と、その日の教材。', hourly: true, revisions: 0 },
      五回セット: {
        price: 98,
        delivery: 30,
        description: '五回でひらがな全部を読めるようになります。',
        features: ['50分を5回', '教材PDF', '録画'],
        revisions: 0,
      },
    },
    pictures: ['kana'],
    daysAgo: 58,
  },
  {
    key: 'voice',
    by: 'mei',
    category: 'audio',
    title: '落ち着いた声のナレーションと朗読を録音します',
    preview: '絵本、解説動画、企業紹介に。防音ブースで録音し、ノイズを整えて翌々日までにお届けします。',
    description:
      '<p>低めで、急がない声です。絵本の読み聞かせ、美術館の音声ガイド、商品の紹介など、静かに聞いていただきたい内容に向いています。</p><ul><li>48kHz・24bitのWAVとMP3</li><li>読み間違いや間の調整は二回まで無料</li><li>アクセント辞典で固有名詞を確認します</li></ul><p>原稿の言い回しを声に出しやすく整えるお手伝いもできます。まずは一段落、無料で試し読みいたします。</p>',
    options: {
      三分まで: {
        price: 40,
        delivery: 2,
        description: '約900字までの原稿を一本に仕上げます。',
        features: ['WAVとMP3', 'ノイズ処理'],
        revisions: 2,
      },
      十五分まで: {
        price: 150,
        delivery: 4,
        description: '約4,500字まで。BGMとの音量調整も含みます。',
        features: ['WAVとMP3', 'BGM調整', '章ごとの分割'],
        revisions: 2,
      },
    },
    pictures: ['voice'],
    daysAgo: 37,
  },
  {
    key: 'animation',
    by: 'mei',
    category: 'video',
    title: '手描きアニメーションでミュージックビデオを作ります',
    preview: '一枚ずつ描いた絵を、歌に合わせて動かします。30秒のティザーから一曲まるごとまで。',
    description:
      '<p>歌詞を読み、曲を百回ほど聴いてから描きはじめます。作画は一秒あたり八枚を基本に、見せ場では十二枚まで増やします。色は最初に五色だけ選び、最後までその五色で描き切ります。</p><h2>お渡しするもの</h2><ul><li>4K・24fpsの動画ファイル</li><li>縦型の短い版（SNS用）</li><li>気に入っていただいた場面の原画データ</li></ul><p>絵コンテの段階で、納得いくまでご相談ください。</p>',
    options: {
      ティザー: {
        price: 280,
        delivery: 14,
        description: '30秒、背景三枚、登場人物ひとり。',
        features: ['絵コンテ', '30秒', '縦型も'],
        revisions: 2,
      },
      一曲: {
        price: 1600,
        delivery: 45,
        description: '四分までの一曲を、すべて手描きで。',
        features: ['絵コンテ', '四分まで', '縦型も', '原画データ'],
        revisions: 3,
      },
    },
    pictures: ['video'],
    daysAgo: 23,
  },
  {
    key: 'localize',
    by: 'kenji',
    category: 'translation',
    title: 'ゲームとアプリを英語から日本語へ翻訳します',
    preview: '登場人物の口調から文字数の制限まで。実機の画面で確認して、遊んで気持ちのいい日本語にします。',
    description:
      '<p>せりふは訳すものではなく、書き直すものだと思っています。最初に登場人物ごとの口調表をお作りし、ご確認いただいてから本文に入ります。</p><ul><li>用語集と口調表（納品後もお使いいただけます）</li><li>文字数と改行は画面に合わせて調整</li><li>ビルドをお送りいただければ実機で確認</li></ul><blockquote>「扉の灯りが消えぬうちに」。原文の一行に三日かけたこともあります。</blockquote><p>CSV、PO、XLIFF、Googleスプレッドシートに対応します。</p>',
    options: {
      千語: { price: 90, delivery: 4, description: '原文1,000語まで。用語集つき。', features: ['用語集', '校正一回'], revisions: 1 },
      一万語: {
        price: 780,
        delivery: 18,
        description: '原文10,000語まで。口調表と実機確認つき。',
        features: ['用語集', '口調表', '実機確認'],
        revisions: 2,
      },
    },
    pictures: ['rpg'],
    daysAgo: 16,
  },
  {
    key: 'package',
    by: 'hana',
    category: 'design',
    title: 'お茶とお菓子のパッケージをデザインします',
    preview: '缶、箱、袋、帯、シール。手に取った瞬間の気持ちから考えて、入稿データまでお作りします。',
    description:
      '<p>棚に並んだとき、少しだけ遠くから目が合うこと。家に帰って、捨てるのが惜しくなること。パッケージのデザインは、その二つのあいだにあると思っています。</p><h2>ご依頼の流れ</h2><ol><li>商品を送っていただき、実際に味わいます</li><li>二つの方向を、紙で組み立てた見本の写真でご提案</li><li>決まった案を、印刷所に合わせた入稿データに</li></ol><p>箔押しや特殊紙のご相談、印刷所の手配も承ります。</p>',
    options: {
      シール: {
        price: 75,
        delivery: 6,
        description: '一種類のラベルまたはシールのデザイン。',
        features: ['二案', '入稿データ'],
        revisions: 2,
      },
      パッケージ: {
        price: 320,
        delivery: 14,
        description: '箱または缶、一種類。展開図から作ります。',
        features: ['二案', '立体見本の写真', '入稿データ'],
        revisions: 3,
      },
      シリーズ: {
        price: 860,
        delivery: 28,
        description: '三種類までのシリーズと、贈答用の箱。',
        features: ['三種類', '贈答箱', '印刷所の手配'],
        revisions: 3,
      },
    },
    pictures: ['tea', 'tea-close'],
    daysAgo: 7,
  },
  {
    key: 'meishi',
    by: 'aiko',
    category: 'design',
    title: '小さなお店のロゴと名刺をデザインします',
    preview: '縦書きの美しさを生かしたロゴと名刺。紙選びから印刷の立ち会いまで、京都の印刷所と作ります。',
    description:
      '<p>お店の名前を、いちばん自然に読める形にすること。それがロゴの仕事の半分だと考えています。残りの半分は、遠くからでも、小さくても、その店だとわかることです。</p><ul><li>ロゴ：縦組みと横組みの両方</li><li>名刺：活版またはオフセット、紙の見本つき</li><li>看板や包装紙に使えるデータ一式</li></ul><p>打ち合わせはオンラインで三十分から。日本語でも英語でも承ります。</p>',
    options: {
      名刺: {
        price: 95,
        delivery: 6,
        description: '既存のロゴを使った名刺のデザインと入稿。',
        features: ['二案', '紙の見本'],
        revisions: 2,
      },
      ロゴと名刺: {
        price: 280,
        delivery: 12,
        description: 'ロゴを三案からお選びいただき、名刺まで。',
        features: ['ロゴ三案', '縦組みと横組み', '名刺', '使い方の手引き'],
        revisions: 3,
      },
    },
    pictures: ['meishi', 'marks'],
    daysAgo: 3,
  },
]
