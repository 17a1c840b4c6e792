/** Texts as users and agents write them, in which nothing is secret and nobody is named. A line each. */
export const harmlessWords: readonly string[] = `
How do I reset my password?
I forgot my password: what should I do now?
Your password must have at least 12 characters, one digit and one sign.
The password is wrong, and the token is expired.
Password: required
password: string
password=required
<input type="password" name="password" />
type=password
Passwort vergessen? Hier klicken.
Das Passwort ist falsch.
Passwort: mindestens 8 Zeichen
Mot de passe oublié ?
mot de passe : obligatoire
¿Olvidó su contraseña?
contraseña: obligatoria
Esqueci minha senha
Wachtwoord vergeten?
Hasło jest nieprawidłowe
пароль: обязательно
密码：必填
パスワードを忘れた場合
The password is case-sensitive.
My password is not accepted.
password: hidden
password=None
password = process.env.DB_PASSWORD
password: os.environ["DB_PASSWORD"]
password=\${DB_PASSWORD}
password: <your password>
password=********
DB_PASSWORD=changeme-please is what the example says? No: it says to change it.
Set API_KEY in .env before you start.
api_key: string
apiKey: process.env.OPENAI_API_KEY
const token = await getToken()
token: string | undefined
let secret = useSecret()
The API key is missing.
The secret is patience.
The key is to ask early.
key: value
auth: required
session: expired
code: 404
Error code: E_CONN_REFUSED
code=200
status code is 503
The access token has expired; the refresh token has not.
Authorization: required
authorization header is missing
Bearer tokens are sent in a header.
The cookie: a small file that sites store.
Use cookies = true in the settings.
cookie=accepted
We use cookies; see the policy.
Basic authentication is not supported.
The PIN is sent by post.
pin: required
PIN code is four digits long
Enter the one-time code that we sent you.
OTP expired
CVV is the number on the back.
pw: see the manual
pwd
cd /tmp && pwd
pass: 12, fail: 3
passed: 120, failed: 0
Tests: pass 48, skip 2
pass=true
bypass=enabled
compass: north
passage: chapter 4
keyboard: qwertz
monkey=banana
tokens: 1532
max_tokens=4096
tokenizer: cl100k_base
total_tokens: 18234, prompt_tokens: 17000
secretary: Mrs. Miller
The secret sauce is butter.
user: admin
login: disabled
username=guest
credentials: include
fetch(url, { credentials: 'same-origin' })
license: Apache-2.0
licence key: see your invoice
product key: on the box
seed: 42
seed phrase: twelve words that you must not share
recovery code: ask the admin
private key: never share it
public key: ssh-ed25519
The phone number is on our website.
Call us from 9:00 to 17:00.
phone: required
tel: see below
Telefon: siehe Rückseite
ext. 45 is the front desk
Room 2041, floor 3
Seats 12A, 12B and 12C
Gate B42 at 18:35
Flight LH 2041 leaves at 07:15
Train ICE 1537 on platform 12
Bus 100 stops here
Order 1042-33-2219
Order #100234 was shipped
order no. 4500012345
Your order 302-1234567-7654321 is on its way
Bestellung 2026-104233
Bestellnummer: 7004512398
Rechnung Nr. 2026/11/0042
Rechnungsnummer RE-2026-00917
Facture n° F20261104-12
Factura 0001-00012345
Invoice INV-00012345 is due on 2026-12-01
PO 4500123456 item 10
Ticket 483920 is closed
Case 00123456
Article 4711-0815
Artikel 300.456.78
SKU 88-4021-XL
EAN 4006381333931
GTIN 04006381333931
UPC 036000291452
ISBN 978-0-306-40615-7
ISBN 0-306-40615-2
ISSN 2049-3630
doi:10.1038/s41586-020-2649-2
arXiv:2005.14165
PMID 32939066
US patent 2,950,048
RFC 7519, section 4.1.2
ISO 8601:2004
DIN EN 60529
IEC 61131-3
VAT 19 % of 84.03 EUR
DE123456788 is a VAT number
USt-IdNr. DE123456788
BIC DEUTDEFF500
The total is 1,234,567.89 EUR
CHF 12'345.60
¥1,280,000
₹ 12,34,567
1 234 567,89 zł
0.30000000000000004
3.141592653589793
6.02214076e23
1e-9
299792458 m/s
1013.25 hPa
52.5200, 13.4050
48.8584° N, 2.2945° E
1764201600
1764201600000
2026-11-27T08:30:00.000Z
2026-11-27 08:30:00+01:00
Fri, 27 Nov 2026 08:30:00 GMT
27.11.2026 08:30
27/11/2026
11/27/26
20261127
20261127T083000Z
KW 48/2026
Q4 2026
1999-2026
2024 2025 2026 2027
From 2019 to 2026: 14 percent
01 05 12 23 34 45
Lotto: 3 7 12 23 34 45, bonus 8
The odds are 1:139838160
Score 21-15, 18-21, 15-12
1-0, 2-2, 0-3
10:15-11:45, 13:00-14:30
+12.5 % against last year
-40 °C to +85 °C
+1 for this proposal
+++ breaking news +++
C++17 and C++20
user@2x.png
icon@3x.webp
@mastra/core@1.71.0
npm i zod@^4.1.12
react@19.2.0 and react-dom@19.2.0
git@github.com
user@host
a@b
root@localhost:/var/log
v22.13.0
1.0.0-rc.1+build.20261127
>=1.71.0 <2.0.0
10.0.19045.5247
192.168.0.1
127.0.0.1:3000
0.0.0.0/0
10.0.0.0/8, 172.16.0.0/12
::1
255.255.255.0
localhost:5432
http://localhost:4111/api/agents
https://example.com/path/to/page?id=42&lang=de#top
https://www.youtube.com/watch?v=dQw4w9WgXcQ
https://youtu.be/dQw4w9WgXcQ?t=43
https://github.com/acme/shop/pull/1234/files#diff-2
https://github.com/acme/shop/commit/9fceb02d0ae598e95dc970b74767f19372d61af8
https://docs.google.com/document/d/example/edit
https://en.wikipedia.org/wiki/Transport_Layer_Security#Key_exchange
https://www.amazon.de/dp/B08N5WRWNW
https://maps.example.com/?q=52.5200,13.4050&z=12
https://shop.example.com/search?q=red+shoes&size=42&page=2
https://example.com/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn_2026
https://example.com/a%20b%2Fc?name=M%C3%BCller
https://example.com/callback?code=404&state=done
https://example.com/tokens?sort=key&order=asc
postgres://localhost:5432/app
mongodb://localhost:27017
redis://cache:6379/0
mysql -u root -p shop
mysql -h db -P 3306
curl -u admin https://example.com
curl -H "Accept: application/json" https://api.example.com/v1/orders
ssh -i ~/.ssh/id_ed25519 deploy@host
docker run -p 8080:80 -e NODE_ENV=production nginx:1.27
docker run -it --user 1000:1000 node:22
kubectl get pods -n shop --sort-by=.metadata.name
tar -xzf archive.tar.gz -C /opt
grep -rn "TODO" src --include=*.ts
chmod 0644 file; umask 0022
export NODE_OPTIONS=--max-old-space-size=4096
NODE_ENV=production
LOG_LEVEL=debug
PORT=3000
DATABASE_URL=postgres://localhost/app
TZ=Europe/Berlin
PATH=/usr/local/bin:/usr/bin:/bin
JAVA_HOME=/usr/lib/jvm/java-21-openjdk-amd64
LD_LIBRARY_PATH=/usr/local/lib/x86_64-linux-gnu
C:\\Users\\Public\\Documents\\new\\table.xlsx
/home/runner/work/shop/shop/node_modules/.bin/vitest
src/scorers/answer-relevancy.ts:42:17
at Object.<anonymous> (/app/dist/index.js:1042:33)
TypeError: Cannot read properties of undefined (reading 'token')
ERR_MODULE_NOT_FOUND: Cannot find package 'pg-boss'
SQLSTATE[HY000] [2002] Connection refused
HTTP/1.1 401 Unauthorized
WWW-Authenticate: Bearer realm="api"
Content-Type: multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk
ETag: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"
Cache-Control: max-age=31536000, immutable
function getUserPasswordResetTokenFromDatabase(userId: string) {}
const isPasswordValidForUserInRealm = validatePassword(input)
if (password === confirmPassword) return true
user.setPassword(newPassword)
class AccessTokenRefreshServiceFactoryBeanV2 {}
TestShouldReturnErrorWhenTokenIsMissing1
org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager
AbstractSingletonProxyFactoryBeanV2Impl
SELECT id, email FROM users WHERE password IS NULL
CREATE TABLE users (id uuid PRIMARY KEY, password text NOT NULL)
ALTER USER app WITH PASSWORD NULL
{"password": null, "token": ""}
{"type": "string", "format": "password"}
{"required": ["email", "password"]}
{"error": "invalid_token", "error_description": "The token expired"}
{"name": "getWeather", "arguments": {"city": "Paris", "unit": "celsius"}}
{"role": "user", "content": "What is the capital of France?"}
{"width": 1920, "height": 1080, "id": 12345678}
{"lat": 52.52, "lng": 13.405, "zoom": 12}
background: #1a2b3c; color: #ffffff
rgba(26, 43, 60, 0.5)
M 10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80
transform: translate3d(0, -50%, 0) scale(1.05)
&lt;p&gt;Fish &amp; chips&lt;/p&gt;
Tom &amp; Jerry &#39;s house
5 &gt; 3 &amp;&amp; 2 &lt; 4
50%25 of all
caf%C3%A9 au lait
"line one\\nline two\\ttab"
\\u00fcber den Wolken
La contraseña es incorrecta.
La password è sbagliata.
Haslo zostało zmienione.
Şifre sıfırlama bağlantısı gönderildi.
Heslo bylo změněno.
비밀번호를 잊으셨나요?
パスワードは8文字以上です。
密码错误，请重试。
كلمة المرور غير صحيحة
Unsere Öffnungszeiten: Mo-Fr 9-18 Uhr, Sa 10-14 Uhr
Die Lieferung dauert 3 bis 5 Werktage.
Der Vertrag endet am 31.12.2026.
Paragraf 312g Absatz 2 BGB
Art. 6 Abs. 1 lit. b DSGVO
La livraison prend de 3 à 5 jours.
El envío tarda de 3 a 5 días laborables.
La consegna richiede 3-5 giorni.
A entrega leva de 3 a 5 dias úteis.
De levering duurt 3 tot 5 werkdagen.
Доставка занимает от 3 до 5 дней.
配送には3日から5日かかります。
送货需要3到5天。
배송은 3~5일이 걸립니다.
The quick brown fox jumps over the lazy dog.
Paris is the capital of France.
I would like to return the shoes that I bought last week.
Refunds take 14 days, and shipping is free above 50 EUR.
Can I change the delivery address of order 20391?
The warranty is 24 months from the date of purchase.
Please send me the invoice once more.
My size is 42, or 8.5 in the UK.
Does the X1-Carbon-Gen-12 have 32 GB of RAM?
iPhone 15 Pro Max 256 GB, model A3106
Intel Core i7-13700K, 16 cores, 5.4 GHz
RTX-4090-24GB-GDDR6X
WH-1000XM5 and QC45
Bosch GSR 18V-55 Professional
The part number is 06019H5202.
Model: UE55AU7170UXZG
Serial numbers begin with SN.
Recipe: 250 g flour, 3 eggs, 125 ml milk
Mix 2:1, bake for 35 min at 180 °C.
Blood pressure 120/80, pulse 64
Vitamin B12 2.5 µg, D3 20 µg
BMI 22.4, 178 cm, 71 kg
Chapter 12, verse 4
Psalm 23:1-6
Beethoven Op. 27 No. 2
BWV 1007, KV 525
E = mc²
f(x) = 3x² + 2x - 5
H2SO4 + 2 NaOH
C8H10N4O2 is caffeine
AGCTTAGCTAGGCTAATCGATCGGATTACA
MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ
e4 e5 Nf3 Nc6 Bb5 a6
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
gpt-4o-2024-08-06, claude-sonnet-4-5-20250929
meta-llama/Llama-3.3-70B-Instruct-Turbo
text-embedding-3-large
us.anthropic.claude-3-5-sonnet-20241022-v2:0
arn:aws:iam::123456789012:role/deploy
arn:aws:s3:::my-bucket/reports/2026
projects/my-project-123456/locations/europe-west3
sk-learn-estimator-checks
task-force-meeting-notes-2026-11-27
pk-fire-and-pk-thunder
hf_transfer is enabled
npm_config_registry=https://registry.npmjs.org
npm_lifecycle_event=test
gsk_ begins a key of Groq
ghp_ is how a token of GitHub begins
AKIA is the beginning of a key of AWS
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
"-----BEGIN PRIVATE KEY-----" must be the first line
tel: and mailto: are schemes
The scheme tel:// is wrong
see page 12-34, 56-78
Section 4.3.2.1 of the manual
Table 12.4: results of 2025
IP67 and IP68
USB 3.2 Gen 2x2
802.11ax, 2.4 GHz and 5 GHz
HDMI 2.1, 4K at 120 Hz
A4 210 x 297 mm
M8x40 DIN 933
235/55 R18 100V
4x100 g, 12 x 0.5 l
Unit price 0,49 €/100 g
Charge 12345678-A, best before 06/2027
LOT 2026-11-0042
MHD 24.12.2026
Tracking 00340434161094042557
1Z999AA10123456784
JD014600006281230704
RR123456785DE
Zip 10115 Berlin, 75001 Paris, 90210 Beverly Hills
PO Box 1234
Terms 2/10 net 30
Kundennummer 12345
customer 0012345678
Contract 2026-000-123-456
Aktenzeichen 12 O 345/26
Kennzeichen der Akte: AB-2026-1234
Meter reading 012345.6 kWh
Meeting ID 812 3456 7890
Conference room "Berlin" at 14:00
extension: .pdf, .docx
file.tar.gz.sha256
sha1 of the file: da39a3ee5e6b4b0d3255bfef95601890afd80709
md5: d41d8cd98f00b204e9800998ecf8427e
rev 4b825dc642cb6eb9a060e54bf8d69288fbee4904
trace 4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
request id 7f3f0f6e-1c56-4b2a-9c5b-0c2d1f6d8a11
{"id":"7f3f0f6e-1c56-4b2a-9c5b-0c2d1f6d8a11","key":"title"}
`
  .trim()
  .split('\n')
