/** Pieces that, repeated, have made patterns slow somewhere, or might. */
export const hostilePieces: readonly string[] = [
  ...`' " \` * _ ~ # > - + | . ! ? , : ; & % $ = \\ / < { } ( ) [ ] — – “ „ « 「 … 。 ！`.split(' '),
  ...' |\n|\t|\r|\r\n| \n|\n\n|\u00a0|\u3000|\u2028|\u200b|\u0301|\u0000|\uffff|\ud800|\udc00|\u202e|😀|👍🏽'.split(
    '|',
  ),
  ...'a|A|é|À|ª|ſ|谢|ก|す|ค|٣|א|1|a |A |é | À|1 |ab|Ab |Ab Cd |ÀÀ|a\u0301|aB|a_|getUser'.split('|'),
  ...'a.|a. |A. |...|? |! |, |: |a: |Mr. |e.g. |U.S.|z. B. |1.|1,|1,000|1.5 |1. |50 % |$5 |p.m. |a。'.split(
    '|',
  ),
  ...'- a\n|* a\n|1. a\n|> a\n|# a\n|a\n=\n|a\n-\n|~~~\n|~|```\n|| a |\n||-|\n|- [ ] a\n|(1) a\n|> > '.split(
    /\|(?=.)/s,
  ),
  ...'<b>a</b>|<b |<b a="|<br>|\n<li>|<p>`|\\[ a|$$ a|[a]: b.io\n|[1] |(1)|(A, 2020)|<sup>1</sup>'.split('|'),
  ...'**a|**a** |*a|*a* |`a|``a|[a](|[a](b)|![a](|](|<a>|<!--|-->|&amp;|http://a.b/ |a@b.c |"a|"a" |“a|«a|「a'.split(
    '|',
  ),
  ...`a'|a'b|a-b|a.b|A.b|not |n't |is |what is |how much do |how long is |Thanks |thank you, |hello |sure |`.split(
    '|',
  ),
  ...'Error: |error |  at x\n|I |because |very |good |bad |very good |C++ |.NET |すき|作る|{"a":|<think>|sk-a|key: '.split(
    '|',
  ),
].filter((piece) => piece !== '')

/** The piece over and over, between the beginning and the end of a sentence. */
export function hostileText(piece: string, length: number): string {
  return `It opens at 9. ${piece.repeat(Math.ceil(length / piece.length))}x1`
}
