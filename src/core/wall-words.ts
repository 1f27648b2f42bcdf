/**
 * What pages say that stand before the one asked for, in the languages most papers are published in: English, Chinese,
 * Spanish, German, French, Japanese, Portuguese, Russian, Italian, Korean, Polish, Turkish, Indonesian.
 */
export type WallKind = 'challenge-page' | 'login-page' | 'soft-404';

/** Scripts without capital letters or blanks have no `\b`: their words are looked for as they stand. */
const oneOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;

const MARKS = '[^\\p{L}\\p{N}]*';

/** A heading that asks for proof of being human, or for patience while a script works. Stands at its start. */
const CHALLENGE_HEADING = new RegExp(
  `^${MARKS}${oneOf(
    'just a moment',
    'please wait',
    'one moment,? please',
    'attention required',
    "(?:we are |we're )?checking (?:your browser|if (?:the site|you))",
    "(?:please )?(?:verify|confirm)(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not)",
    '(?:please )?(?:verify|prove|confirm) (?:that )?you are (?:a )?(?:human|not)',
    '(?:human|bot|browser|user|security) (?:verification|check|validation)',
    'are you (?:a robot|human)',
    'robot check',
    'validate user',
    'access (?:is )?(?:temporarily )?denied',
    'access to this page has been denied',
    'request (?:rejected|blocked)',
    'pardon our interruption',
    'ddos-guard',
    'client challenge',
    "making sure you'?re not a bot",
    'preparing to download',
    'radware',
    '(?:solve|enter|complete) (?:the|this) captcha',
    'captcha',
    // German
    'einen (?:kleinen )?moment,? bitte',
    'nur einen moment',
    'sicherheits(?:überprüfung|abfrage|check|prüfung)',
    '(?:bitte )?(?:bestätigen|beweisen|zeigen) sie,? dass sie (?:ein mensch|kein)',
    'sind sie (?:ein mensch|ein roboter|kein roboter)',
    '(?:ihr )?browser wird (?:überprüft|geprüft)',
    'überprüfung ihres browsers',
    'zugriff (?:verweigert|gesperrt|blockiert)',
    // French
    "un (?:instant|moment)(?=[^\\p{L}]*$|,| s'il)",
    '(?:vérification|contrôle) (?:de sécurité|du navigateur|de votre navigateur|que vous|humaine)',
    "(?:veuillez )?(?:confirmer?|confirmez|vérifier|vérifiez|prouve[rz]) que vous (?:êtes|n'êtes)",
    '(?:êtes-vous|vous êtes) (?:un robot|humain)',
    'accès (?:refusé|bloqué|interdit)',
    // Spanish
    'un momento(?:,| por favor|$|\\.)',
    '(?:verificación|comprobación|control) de (?:seguridad|navegador|su navegador)',
    'verificación humana',
    '(?:por favor,? )?(?:verifique|confirme|compruebe|demuestre) que (?:usted )?(?:es|no es)',
    '¿?es usted (?:un robot|humano)',
    'acceso (?:denegado|bloqueado)',
    // Portuguese
    'um momento(?:,| por favor|$|\\.)',
    'só um momento',
    'verificação (?:de segurança|humana|do navegador)',
    '(?:por favor,? )?(?:verifique|confirme|comprove|prove) que (?:você )?(?:é|não é)',
    'você é (?:um robô|humano)',
    'acesso (?:negado|bloqueado)',
    // Italian
    'un attimo',
    '(?:verifica|controllo) (?:di sicurezza|del browser|umana)',
    '(?:si prega di )?(?:conferma(?:re)?|verifica(?:re)?|dimostra(?:re)?) (?:di essere|che non sei|di non essere)',
    'sei un (?:robot|essere umano)',
    'accesso (?:negato|bloccato)',
    // Russian
    '(?:один|одну|подождите) (?:момент|минуту|секунду)',
    'проверка (?:безопасности|браузера|пользователя|вашего браузера|что вы)',
    '(?:пожалуйста,? )?(?:подтвердите|докажите),? что вы',
    'вы (?:не )?робот',
    'доступ (?:запрещ[её]н|ограничен|заблокирован)',
    // Polish, Turkish, Indonesian
    'chwileczkę',
    '(?:weryfikacja|kontrola) (?:bezpieczeństwa|przeglądarki)',
    '(?:potwierdź|udowodnij),? że (?:jesteś|nie jesteś)',
    'odmowa dostępu|dostęp zabroniony',
    '(?:bir dakika|lütfen bekleyin)',
    'güvenlik (?:kontrolü|doğrulaması)',
    '(?:insan olduğunuzu|robot olmadığınızı)',
    'erişim (?:engellendi|reddedildi)',
    'tunggu sebentar',
    '(?:verifikasi|pemeriksaan) (?:keamanan|manusia)',
    'akses ditolak',
    // Chinese, Japanese, Korean
    '请稍[候等]|請稍[候等]|正在(?:验证|检查|驗證|檢查)',
    '(?:安全|人机|人機|真人|身份)(?:验证|驗證|检查|檢查|校验|检测|檢測)',
    '(?:请|請)?(?:完成|输入|輸入|进行|進行)?(?:安全)?(?:验证码|驗證碼|验证|驗證)',
    '(?:访问|訪問|存取)(?:被拒绝|被拒絕|受限|过于频繁|過於頻繁|验证|驗證)|拒绝访问|拒絕存取',
    'しばらくお待ちください|少々お待ちください',
    '(?:セキュリティ|ロボット|画像|人間)(?:チェック|認証|確認|の確認)',
    'あなたが人間|ロボットではない|アクセス(?:が)?(?:拒否|制限)',
    '잠시만 기다|보안 ?(?:확인|검사|인증)|(?:로봇|사람)(?:이|임을|인지)? ?(?:아님|아닙|확인)|자동 ?입력 ?방지|접근이? ?(?:거부|차단|제한)',
  )}(?!\\p{Script=Latin})`,
  'iu',
);

/** Sentences of the same pages, wherever they stand. */
const CHALLENGE_TEXT = new RegExp(
  oneOf(
    'verif(?:y|ying) (?:that )?you are (?:a )?(?:human|not a (?:ro)?bot)',
    '(?:prove|confirm) (?:that )?you are (?:human|not a (?:ro)?bot)',
    'you are not a (?:ro)?bot',
    "i'm not a robot",
    'unusual (?:traffic|activity) from your',
    'complete the (?:security check|captcha)',
    'checking your browser before',
    'enable javascript and cookies to continue',
    'incapsula incident',
    'dass sie (?:ein mensch|kein (?:ro)?bot) sind|kein roboter|lösen sie (?:das|bitte das) captcha|ungewöhnlich\\p{L}* (?:datenverkehr|aktivität)|sicherheitsüberprüfung',
    "que vous (?:êtes|n'êtes pas) (?:un )?(?:humain|(?:être humain)|robot)|pas un robot|trafic inhabituel|résoudre le captcha|vérification de sécurité",
    'que (?:usted )?(?:es (?:un )?humano|no es un robot)|no soy un robot|tráfico inusual|resuelva el captcha|comprobación de seguridad|verificación de seguridad',
    'que (?:você )?(?:é (?:um )?humano|não é um robô)|não sou um robô|tráfego incomum|verificação de segurança',
    'di (?:non )?essere un (?:robot|essere umano)|non sono un robot|traffico insolito|verifica di sicurezza',
    'что вы (?:не робот|человек)|я не робот|необычный трафик|подозрительн\\p{L}+ (?:трафик|активность)|проверка безопасности',
    'nie jestem robotem|że (?:jesteś człowiekiem|nie jesteś robotem)|robot olmadığınızı|robot değilim|insan olduğunuzu|bukan robot|anda adalah manusia',
    '验证您是(?:否)?(?:真人|人类)|不是机器人|不是機器人|请完成(?:安全|以下|下方)?(?:的)?验证|請完成(?:安全|以下|下方)?(?:的)?驗證|输入(?:图中|下方|图片中)?的?验证码|輸入驗證碼|访问(?:过于|太)频繁|异常(?:流量|访问)|拖动滑块|滑动(?:完成|验证)',
    'ロボットではありません|ロボットでないこと|人間であること|画像認証|通常と異なるトラフィック',
    '로봇이 아닙|로봇이 아님|사람인지 확인|사람임을 확인|자동 ?입력 ?방지|보안 ?문자|비정상적인 (?:트래픽|접근)',
  ),
  'iu',
);

/** What pages ask that sites have made themselves: signs to copy, a sum, a word about too many requests. */
const HOME_MADE_CHALLENGE = new RegExp(
  oneOf(
    '(?:type|enter|copy) the (?:characters?|letters?|numbers?|digits?|code|text|words?|result)(?: (?:that )?(?:you see|shown|displayed|below|in|of))',
    'what is \\d+ ?(?:[+×x*–-]|plus|minus|times) ?\\d+',
    'automated (?:access|requests?|queries|downloads?|programs?|traffic)|systematic download\\p{L}*|too many requests|(?:requests|downloads) from your (?:ip|network|address)',
    'geben sie (?:bitte )?(?:die|den|das) (?:\\p{L}+ ){0,2}(?:zeichen|buchstaben|code|zahlen|wort|ergebnis|ziffern)|automatisierte? (?:zugriffe?|abfragen?|anfragen?|downloads?)',
    '(?:saisissez|recopiez|tapez|entrez|saisir) (?:les|le|la) (?:caractères|lettres|code|chiffres|mot|texte)|requêtes automati\\p{L}+|accès automati\\p{L}+',
    '(?:introduzca|escriba|ingrese|teclee|copie) (?:los|las|el|la) (?:caracteres|letras|código|números|palabra|texto|dígitos)|(?:accesos?|consultas|peticiones|descargas) automati\\p{L}+',
    '(?:digite|insira|introduza|escreva) (?:os|as|o|a) (?:caracteres|letras|código|números|palavra|texto)|acessos? automati\\p{L}+',
    '(?:inserisci|digita|scrivi|inserire|digitare) (?:i|le|il|la) (?:caratteri|lettere|codice|numeri|parola|testo)|accessi automati\\p{L}+|richieste automati\\p{L}+',
    'введите (?:символы|код|текст|буквы|цифры|слово)|автоматическ\\p{L}+ (?:запрос|доступ|скачиван)\\p{L}*',
    '(?:请|請)?(?:输入|輸入).{0,10}(?:字符|字元|数字|數字|字母|验证码|驗證碼|计算结果)|(?:点击|點擊|按住|拖动|拖動).{0,10}(?:验证|驗證|滑块|滑塊)|自动(?:访问|下载|程序)',
    '(?:文字|数字|英数字|コード|計算結果|答え|ひらがな).{0,8}(?:入力|選択)|自動(?:アクセス|プログラム|ダウンロード|化された)|大量(?:の)?(?:アクセス|ダウンロード)|ロボット(?:による|でない|では)|(?:人間|人)(?:である|による操作|が操作)|キャプチャ|不正(?:な)?アクセス',
    '(?:문자|숫자|글자|코드|계산 ?결과|정답|답)(?:를|을)? ?(?:정확히 )?(?:입력|선택)|자동(?:화된?| ?접속| ?접근| ?다운로드| ?프로그램| ?수집)|대량 ?(?:다운로드|접속|접근)|로봇이? ?아|사람(?:이|임|인지)|캡차|비정상적?인? ?(?:접속|접근|요청|트래픽)|과도한 ?(?:접속|요청|다운로드)',
  ),
  'iu',
);

/** A heading of nothing but a login. */
const LOGIN_HEADING = new RegExp(
  `^${MARKS}${oneOf(
    '(?:please )?(?:log|sign) ?[io]n(?: (?:required|page|form|to .{2,60}|with .{2,40}|via .{2,40}|or .{2,40}|here|now))?',
    '(?:member|user|account|institutional|subscriber|staff|author|reader|library|central authentication) ?(?:log ?in|sign ?in|area|access)(?: (?:required|page|form|service))?',
    '(?:web )?login(?: (?:service|page|form|required))?',
    'authentication (?:required|service)',
    '(?:shibboleth|openathens|single sign-on|wayf|access via your institution|find your institution|select your institution|choose your institution|where are you from)(?: .{0,40})?',
    '(?:bitte )?(?:anmelden|anmeldung|einloggen|melden sie sich an)(?: (?:am|an|beim|bei|zum|zur|im|in|mit|erforderlich).{0,30})?',
    '(?:se connecter|connexion|connectez-vous|identifiez-vous|authentification)(?: (?:à|au|avec|via|pour|requise|utilisateur).{0,30})?',
    '(?:iniciar sesi[óo]n|inicie sesi[óo]n|inicio de sesi[óo]n|acceder|acceso de usuarios|identif[íi]quese|ingresar)(?: (?:a|al|en|con|su|para).{0,30})?',
    '(?:entrar|iniciar sess[ãa]o|fazer login|fa[çc]a login|acesso restrito|autentica[çc][ãa]o)(?: (?:no|na|em|com|para|sua).{0,30})?',
    '(?:accedi|autenticazione|effettua il login|accesso (?:utenti|riservato|al sistema))(?: (?:a|al|con|per|richiesta).{0,30})?',
    '(?:вход|войти|войдите|авторизация|вход в систему|личный кабинет)(?: (?:в|на|для|через|требуется).{0,30})?',
    '(?:zaloguj się|logowanie|giriş(?: yap)?|oturum aç(?:ın)?|üye girişi|masuk|silakan masuk)(?: (?:ke|do|aby|sayfası).{0,30})?',
    '(?:用户|用戶|会员|會員|账号|帳號|机构|機構|统一身份)?(?:登录|登錄|登入|登陆|身份认证|身份認證)(?:页面|頁面|系统|系統|中心)?',
    '(?:会員|ユーザー)?(?:ログイン|サインイン|ログオン)(?:画面|ページ|してください)?',
    '(?:회원 ?)?(?:로그인)(?: ?(?:페이지|하세요|이 필요합니다))?',
  )}${MARKS}$`,
  'iu',
);

/** What turns away who keeps no cookies. */
const COOKIE_TEXT = new RegExp(
  oneOf(
    'cookies? (?:must|need to|have to|should) be (?:enabled|activated|accepted|turned on)',
    '(?:please )?(?:enable|activate|allow|accept|turn on) (?:your )?(?:browser )?cookies (?:in|to|and|for|before|so)',
    'cookies are (?:disabled|blocked|not enabled|not supported|required)',
    "(?:browser )?(?:does not|doesn't|is not|isn't) (?:accept|accepting|support|supporting)(?:ing)? cookies",
    'requires? cookies',
    'cookies_not_supported|cookieabsent',
    '(?:aktivieren|erlauben|akzeptieren) sie (?:bitte )?(?:die )?cookies|cookies (?:müssen )?(?:aktiviert|deaktiviert|zugelassen|erforderlich)',
    '(?:activer|activez|autoriser|autorisez|accepter|acceptez) les cookies|cookies (?:doivent être|sont) (?:activés|désactivés|nécessaires|requis)',
    '(?:active|habilite|activar|habilitar|acepte|permita) las cookies|cookies (?:deben estar|están) (?:activadas|habilitadas|desactivadas|deshabilitadas)',
    '(?:ative|habilite|ativar|habilitar|aceite|permita) os cookies|cookies (?:devem estar|estão) (?:ativados|habilitados|desativados|desabilitados)',
    '(?:attiva(?:re)?|abilita(?:re)?|accetta(?:re)?) i cookie|(?:i )?cookie (?:devono essere|sono) (?:attivati|abilitati|disattivati|disabilitati)',
    '(?:включите|разрешите|включить) (?:файлы )?(?:cookie|куки)|(?:cookie|куки) (?:отключены|должны быть включены)',
    'włącz(?:yć)? (?:obsługę )?(?:plik(?:i|ów) )?cookies?|çerezleri (?:etkinleştirin|kabul)|çerezler (?:devre dışı|etkin değil)|aktifkan cookies?',
    '(?:启用|開啟|开启|啟用|允许|允許)\\s*cookies?|cookies?\\s*(?:已?被?禁用|未启用|未啟用|必须启用)',
    'cookie\\s*を(?:有効|許可)|クッキーを(?:有効|許可)|cookie\\s*が(?:無効|必要)|クッキーが(?:無効|必要)',
    '쿠키(?:를|가)?\\s*(?:허용|사용|활성화|비활성화|필요)',
  ),
  'iu',
);

const LOGIN_TEXT = new RegExp(
  oneOf(
    '(?:you (?:must|need to|have to)|please) (?:first )?(?:be )?(?:log|sign|logged|signed)[ -]?in',
    '(?:log|sign) ?in (?:to|with|via|using) (?:your|access|read|view|continue|an?)',
    '(?:bitte )?(?:melden sie sich|loggen sie sich) .{0,40}(?:an|ein)|um (?:fortzufahren|weiterzulesen).{0,40}anmelden',
    '(?:veuillez vous|vous devez vous|connectez-vous|vous devez être) (?:connecter|identifier|connecté|pour)',
    '(?:debe|tiene que|por favor,?) (?:iniciar|inicie) sesión',
    '(?:é necessário|você precisa|por favor,?) (?:fazer|faça|efetuar|iniciar|efetue) (?:o )?(?:login|sessão)',
    "(?:effettua(?:re)?|devi effettuare|è necessario effettuare) (?:il login|l'accesso)",
    '(?:необходимо|пожалуйста,?) (?:войти|авторизоваться|войдите|авторизуйтесь)|войдите в систему',
    'musisz się zalogować|zaloguj się,? aby|giriş yapmanız|lütfen giriş yap|silakan (?:masuk|login)|anda harus (?:masuk|login)',
    '(?:请|請)(?:先)?(?:登录|登錄|登入)|需要(?:登录|登錄|登入)|登录后(?:查看|阅读|访问)',
    'ログインして(?:ください|続行)|ログインが必要|로그인(?:이|을)? ?(?:필요|하셔야|해야|해 ?주세요|하세요)|로그인 ?후',
  ),
  'iu',
);

/** "Not found", as a heading or a title. */
const NOT_FOUND = new RegExp(
  oneOf(
    '(?:^|\\s|[(\\[])(?:error|http|fehler|erreur|ошибка|错误|錯誤|エラー)?[\\s:#]*(?:404|410)(?:$|[\\s:!.,)\\]–—-][^\\p{L}]*(?:$|not|page|error|file|fehler|seite|erreur|página|pagina|страница|页面|頁面|找不到|ページ|오류|페이지))',
    '^[^\\p{L}\\p{N}]*(?:page |file |item |document |article |record |resource |content |doi |paper )?not found[^\\p{L}\\p{N}]*$',
    "(?:page|article|document|file|item|resource|content|doi|paper|record|url|address|publication)s?\\b.{0,40}\\b(?:not found|cannot be found|can't be found|could not be found|couldn't be found|was not found|does not exist|doesn't exist|no longer (?:available|exists?)|has been (?:removed|deleted|withdrawn from))",
    "(?:we )?(?:could not|couldn't|cannot|can't|are unable to|unable to) (?:find|locate) (?:the|this|that|your|any) (?:page|article|document|file|item|resource|content|doi|paper|record|publication)",
    '^[^\\p{L}\\p{N}]*(?:error|oops|sorry|whoops)[^\\p{L}\\p{N}]*$',
    '^[^\\p{L}\\p{N}]*(?:oops|whoops)\\b',
    '(?:seite|artikel|dokument|datei|ressource|datensatz|inhalt)\\b.{0,40}(?:nicht gefunden|nicht verfügbar|existiert nicht|nicht (?:mehr )?(?:vorhanden|verfügbar)|nicht auffindbar)|^[^\\p{L}\\p{N}]*nicht gefunden',
    "(?:page|article|document|fichier|ressource|notice|contenu)\\b.{0,40}(?:introuvable|non trouvée?|n'existe (?:pas|plus)|n'a pas été trouvée?|n'est (?:pas|plus) disponible|inexistante?)|^[^\\p{L}\\p{N}]*(?:introuvable|non trouvé)",
    '(?:página|artículo|documento|archivo|recurso|contenido|registro)\\b.{0,40}(?:no (?:se )?(?:ha )?(?:sido )?(?:encontrad[oa]|encontr[óo]|encuentra|existe|disponible|está disponible))|^[^\\p{L}\\p{N}]*no encontrad[oa]',
    '(?:página|artigo|documento|arquivo|ficheiro|recurso|conteúdo|registro)\\b.{0,40}(?:não (?:foi )?(?:encontrad[oa]|existe|localizad[oa]|está disponível|disponível))|^[^\\p{L}\\p{N}]*não encontrad[oa]',
    '(?:pagina|articolo|documento|file|risorsa|contenuto)\\b.{0,40}(?:non (?:è stat[oa] )?(?:trovat[oa]|esiste|disponibile|è disponibile)|inesistente)|^[^\\p{L}\\p{N}]*non trovat[oa]',
    '(?:страниц|стать|документ|файл|ресурс|запис|публикаци)\\p{L}*.{0,40}(?:не найден|не существует|недоступн|удал[её]н)|^[^\\p{L}\\p{N}]*не найден',
    '(?:strona|strony|artykuł|dokument|plik|zas[óo]b)\\p{L}*.{0,40}(?:nie (?:została |został )?(?:znalezion|istnieje|odnaleziono))|nie znaleziono',
    '(?:sayfa|makale|belge|dosya)\\p{L}*.{0,40}(?:bulunamadı|mevcut değil)|(?:halaman|artikel|dokumen|berkas).{0,40}(?:tidak (?:ditemukan|tersedia|ada))',
    '(?:页面|頁面|网页|網頁|文章|文档|文件|文献|论文|資源|资源|内容|內容|记录|您(?:访问|查找|请求)的).{0,20}(?:不存在|未找到|找不到|没有找到|沒有找到|无法找到|已(?:被)?(?:删除|移除|刪除)|不可用|无法访问)|(?:找不到|未找到|没有找到|無法找到).{0,12}(?:页面|頁面|网页|網頁|文章|文件|文档|资源|内容|論文|论文|记录)',
    '(?:ページ|記事|論文|ファイル|文書|コンテンツ|資料).{0,20}(?:見つかりません|見つかりませんでした|存在しません|ありません|みつかりません|ございません|削除され)|お探しの(?:ページ|記事)',
    '(?:페이지|문서|논문|파일|자료|기사|콘텐츠).{0,20}(?:찾을 수 없|존재하지 않|없습니다|삭제되)',
  ),
  'iu',
);

/** "The article you are looking for …", "has been moved": the same in more words. */
const GONE = new RegExp(
  oneOf(
    '^.{0,25}(?<![\\p{L}\\p{N}.])404(?![\\p{L}\\p{N}.]).{0,45}$',
    "(?:page|article|document|file|item|resource|content|paper|record|publication|link|url)s? (?:that )?(?:you(?:'re| are| were|'ve| have)? (?:looking|searching|requested|asked|trying|tried|followed|entered|clicked)|requested)",
    '(?:page|article|document|file|item|resource|content|record|link|url|doi|handle)s?\\b.{0,40}\\b(?:(?:has|have|may have|might have|was|were) (?:been )?(?:moved|removed|deleted|renamed|relocated|taken down|retired)|is (?:missing|gone|broken|invalid|not valid)|(?:cannot|could not|can not) be (?:resolved|located|displayed))',
    '(?:doi|handle|identifier)\\b.{0,60}\\b(?:not (?:found|registered|recogni[sz]ed|activated|valid)|unknown|invalid)|(?:invalid|unknown|broken|dead) (?:doi|handle|identifier|url|link|address|article)|no (?:such|matching) (?:page|article|document|record|item|file|doi)|nothing (?:was )?found|(?:article|page|file|document|record) (?:missing|unavailable|unknown)',
    '(?:seite|artikel|beitrag|dokument|datei|ressource|inhalt|adresse|doi|link)\\b.{0,60}(?:(?:wurde|ist) (?:möglicherweise |eventuell |leider )?(?:verschoben|gelöscht|entfernt|umbenannt|ungültig|unbekannt)|gibt es (?:leider )?nicht|konnten? nicht|kann nicht|nicht (?:ge|auf)\\p{L}+)|(?:nichts|keine?n?) .{0,20}gefunden|(?:gesuchte|angeforderte|aufgerufene)[rns]? (?:seite|artikel|dokument|beitrag)',
    "(?:page|article|document|fichier|ressource|contenu|adresse|doi|lien)\\b.{0,60}(?:(?:a|ont) été (?:supprim|déplac|retir|renomm)\\p{L}+|n'a (?:pas )?pu être|ne peut (?:pas )?être|est (?:invalide|inconnue?|erronée?|indisponible)|n'est plus|n'existe)|impossible de trouver|nous n'avons (?:pas )?(?:pu )?trouv\\p{L}+|aucun (?:article|document|résultat|contenu)|(?:page|article|document) (?:demandée?|recherchée?|que vous)",
    '(?:página|artículo|artigo|documento|archivo|arquivo|recurso|contenido|conteúdo|enlace|doi)\\b.{0,60}(?:(?:ha sido|fue|foi|pudo haber sido|pode ter sido) (?:eliminad|movid|retirad|trasladad|removid|excluíd|apagad)\\p{L}+|ya no (?:existe|está)|no (?:se )?(?:pudo|puede|ha podido)|não (?:pôde|pode|foi possível))|no (?:hemos podido|pudimos|podemos|se puede|se pudo|se ha podido) (?:encontrar|localizar)|não (?:conseguimos|foi possível|encontramos) ?(?:encontrar|localizar)?|(?:página|artículo|artigo|documento) (?:que (?:est[áa]s? )?(?:busca|buscando|procura|solicit)\\p{L}*|solicitad[oa])',
    '(?:pagina|articolo|documento|file|risorsa|contenuto|indirizzo|doi)\\b.{0,60}(?:(?:è|sia|sono) stat[oaie] (?:rimoss|spostat|eliminat|cancellat|rinominat)\\p{L}+|non (?:è )?(?:più|può|stat|raggiungibil|present)\\p{L}*)|impossibile trovare|non (?:abbiamo|siamo riusciti a|è possibile|riusciamo a|è stato possibile) trovar\\p{L}+|(?:pagina|articolo|documento|risorsa) (?:richiest|cercat|che (?:stai|hai|si|cerc))\\p{L}*',
    '(?:страниц|стать|документ|файл|ресурс|запис|публикаци|материал|адрес|ссылк)\\p{L}*.{0,60}(?:перемещ|удал[её]н|отсутству|не существу|не удалось|не может быть|недоступн|устарел|больше нет)\\p{L}*|(?:не удалось|невозможно|не можем) найти|ничего не найдено|так(?:ой|ого) (?:страниц|стат|документ)\\p{L}* (?:нет|не)|(?:запрашиваем|запрошенн|иском)\\p{L}+ (?:вами )?(?:страниц|стать|документ|ресурс|материал)\\p{L}*',
    '(?:您|你)?(?:要|所|想)?(?:访问|查找|请求|查看|浏览|寻找|訪問|尋找|請求)的?.{0,12}(?:不存在|已被|找不到|无法|無法|走丢|不见|已移|已删|已刪)|页面(?:走丢|飞走|丢失|不见|出错)|(?:没有|未能?)(?:找到|查到|检索到)|无此(?:文章|论文|记录|页面)|(?:文章|论文|文献|页面|頁面|链接).{0,10}(?:下架|移除|失效|移动|迁移|已移)',
    '(?:お探し|ご指定|ご要求|ご希望|要求された|指定された|アクセスされた|リクエストされた|お求め)の?.{0,16}(?:ページ|記事|論文|URL|DOI|ファイル|コンテンツ|文書|資料)|見つかりません|見つけられません|存在しません|存在しない(?:ページ|URL|記事)|(?:ページ|記事|論文|URL|ファイル).{0,16}(?:移動|削除|変更|公開を終了|無効|利用できません|表示できません)',
    '(?:요청하신|찾으시는|찾고 계신|접속하신|입력하신|요청한) ?.{0,16}(?:페이지|논문|문서|자료|주소|파일|기사|콘텐츠|글)|찾을 수 (?:없|가 없)|존재하지 ?않|(?:페이지|논문|문서|자료|주소|파일|기사|게시물).{0,16}(?:삭제|이동|변경|없는|잘못|만료|사라)',
  ),
  'iu',
);

/** Said of a page that is gone; in the text of one that is there, the same words are about something else. */
const UNAVAILABLE =
  /\b(?:page|article|document|file|item|resource|content|paper|record)s?\b.{0,30}\b(?:is (?:currently )?unavailable|(?:is|are) not available)/i;

const MAX_CHARS = 300;
/** Longer ones are titles of articles: "Access denied: the practice and policy of filtering in twelve countries". */
const MAX_WALL_HEADING = 80;
/** Site names stand beside what the page is: `Sign in | Publisher`. */
const SEPARATOR = /\s+[-–—|:·•»«/]\s+|\s*[|»«]\s*/;

const partsOf = (text: string): readonly string[] => {
  const whole = text.trim().slice(0, MAX_CHARS);
  return [whole, ...whole.split(SEPARATOR)];
};

/** What a title or heading says the page is, if it says so at all. */
export function wallByHeading(text: string): WallKind | undefined {
  const parts = partsOf(text.replaceAll('’', "'"));
  const short = parts.filter((part) => part.length <= MAX_WALL_HEADING);
  if (short.some((part) => CHALLENGE_HEADING.test(part))) return 'challenge-page';
  if (parts.some((part) => NOT_FOUND.test(part) || UNAVAILABLE.test(part))) return 'soft-404';
  return short.some((part) => LOGIN_HEADING.test(part)) ? 'login-page' : undefined;
}

/** Whether the heading of a page that says little else says that something is gone. Of titles of articles, it would be too much. */
export const saysGone = (text: string): boolean =>
  text.length <= MAX_CHARS && GONE.test(text.replaceAll('’', "'"));

/** What the few words of a page say it is. Meant for pages that say little else. */
export function wallByText(text: string): WallKind | undefined {
  const said = text.replaceAll('’', "'");
  if (CHALLENGE_TEXT.test(said) || HOME_MADE_CHALLENGE.test(said)) return 'challenge-page';
  if (NOT_FOUND.test(said) || GONE.test(said)) return 'soft-404';
  return COOKIE_TEXT.test(said) || LOGIN_TEXT.test(said) ? 'login-page' : undefined;
}
