import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: templates');

const data = { name: 'mast', tags: ['a', 'b'], sizes: { m: 2, l: 3 }, empty: [], flag: true, none: null, n: 7 };
const render = (template: string): unknown =>
  evaluateExpression('strings.render_template(input.template, input.data)', { input: { template, data } });

for (const [template, expected] of [
  ['{{.name}} {{ .sizes.m }}', 'mast 2'],
  ['{{range $i, $t := .tags}}{{if $i}}, {{end}}{{$t}}{{end}}', 'a, b'],
  ['{{range $k, $v := .sizes}}{{$k}}={{$v}};{{end}}', 'l=3;m=2;'],
  ['{{range .empty}}x{{else}}none{{end}}', 'none'],
  ['{{range .tags}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}', 'a'],
  ['{{range .tags}}{{if eq . "a"}}{{continue}}{{end}}{{.}}{{end}}', 'b'],
  ['{{if and .flag (not .empty)}}yes{{else if .n}}no{{else}}never{{end}}', 'yes'],
  ['{{with .sizes}}{{.l}}{{$.name}}{{end}}', '3mast'],
  ['{{with .none}}x{{else}}-{{end}}', '-'],
  ['{{$x := "a"}}{{if .flag}}{{$x = "b"}}{{end}}{{$x}}', 'b'],
  ['{{define "t"}}[{{.}}]{{end}}{{template "t" .name}}{{block "u" .n}}<{{.}}>{{end}}', '[mast]<7>'],
  ['a {{- /* nothing */ -}} b', 'ab'],
  ['{{ `raw "x"` }}{{ "q\\n" | len }}', 'raw "x"2'],
  ['{{len .tags}} {{index .tags 1}} {{index .sizes "l"}} {{slice .name 1 3}}', '2 b 3 as'],
  ['{{printf "%s-%v-%q-%5d|%-4d|" .name .n "x" 42 7}}', 'mast-7-"x"-   42|7   |'],
  ['{{printf "%d" .n}} {{printf "%s"}} {{printf "a" 1}}', '%!d(json.Number=7) %!s(MISSING) a%!(EXTRA int=1)'],
  ['{{print "a" 1 2 "b"}}{{println 1 "a"}}', 'a1 2b1 a\n'],
  ['{{html "<a href=\'x\'>"}} {{urlquery "a b&c"}} {{js "it\'s"}}', "&lt;a href=&#39;x&#39;&gt; a+b%26c it\\'s"],
  ['{{eq .name "x" "mast"}} {{ne 1 2}} {{lt 1 2}} {{le 2 2}} {{gt 1 2}} {{ge 2 1}} {{or "" "d"}}', 'true true true true false true d'],
  ['{{.tags}} {{.sizes}} {{.none}} {{.flag}}', '[a b] map[l:3 m:2] <no value> true'],
  // What Go reports as an error has no value.
  ['{{.missing}}', undefined],
  ['{{.name.first}}', undefined],
  ['{{eq .n 7}}', undefined],
  ['{{unknown .name}}', undefined],
  ['{{if .flag}}', undefined],
  ['{{end}}', undefined],
  ['{{range .name}}{{end}}', undefined],
  ['{{index .tags 9}}', undefined],
  ['{{break}}', undefined],
  ['{{ "a }}', undefined],
  ['{{$missing}}', undefined],
  ['{{define "t"}}{{template "t"}}{{end}}{{template "t"}}', undefined],
  ['{{template "t"}}', undefined],
] as const)
  test(`strings.render_template(${JSON.stringify(template)})`, () => {
    assert.is(render(template), expected);
  });

test('regex.globs_match: whether two patterns have a text in common', () => {
  for (const [left, right, expected] of [
    ['a.a.[0-9]+z', 'b.b.b.[0-9]+', false],
    ['[a-c]*', '[c-e]+', true],
    ['a+b*c', 'aac', true],
    ['a*', 'b*', false],
    ['.*', 'x', true],
    ['\\.', '[.]', true],
    ['\\.', 'a', false],
    ['(a)', '(a)', true],
    ['', 'a*', false],
    ['*a', 'a', undefined],
    ['[b-a]', 'a', undefined],
    ['[', 'a', undefined],
  ] as const)
    assert.is(evaluateExpression('regex.globs_match(input[0], input[1])', { input: [left, right] }), expected, `${left} ${right}`);
});
test.run();
