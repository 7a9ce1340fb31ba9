import { expect, it } from 'vitest'
import type { Post } from '../../workers/creators/posts.schema.ts'
import { changeKept } from './shown-posts.ts'

const post = (pid: string) => ({ pid, likes: 1 }) as Post
const like = (one: Post) => ({ ...one, likes: one.likes + 1 })

it('changes or removes a post in pages, in a list and on its own', () => {
  const pages = {
    pages: [
      { posts: [post('a')], next: 10 },
      { posts: [post('b'), post('c')], next: null },
    ],
    pageParams: [0, 10],
  }
  expect(changeKept(pages, 'b', like).pages[1]!.posts.map(({ likes }) => likes)).toEqual([2, 1])
  expect(changeKept(pages, 'b', like)).toMatchObject({ pageParams: [0, 10], pages: [{ next: 10 }, { next: null }] })
  expect(changeKept(pages, 'b', () => null).pages.map(({ posts }) => posts.map(({ pid }) => pid))).toEqual([['a'], ['c']])
  expect(changeKept({ posts: [post('a')] }, 'a', () => null)).toEqual({ posts: [] })
  expect(changeKept({ post: post('a') }, 'a', like).post?.likes).toBe(2)
  expect(changeKept({ post: post('a') }, 'a', () => null)).toEqual({ post: null })
})

it('leaves what does not have the post as it is', () => {
  const pages = { pages: [{ posts: [post('a')] }] }
  expect(changeKept(pages, 'x', like)).toBe(pages)
  for (const other of [{ posts: [post('a')] }, { post: post('a') }, { post: null }]) expect(changeKept(other, 'x', like)).toBe(other)
  const two = { pages: [{ posts: [post('a')] }, { posts: [post('b')] }] }
  expect(changeKept(two, 'b', like).pages[0]).toBe(two.pages[0])
})
