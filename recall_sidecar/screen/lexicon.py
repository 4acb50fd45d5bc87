"""The words that orders to an agent are made of, by class, in the languages people write them in.

A word that ends in `*` stands for all that begin with it. Words are written as `folding.folded` leaves them: lower case,
no accents. Chinese, Japanese and Korean entries are found inside running text.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["ORDERS"]

ORDERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # To put aside what was said.
        "VOID": (
            "ignore ignoring disregard disregarding forget forgetting overrid* bypass bypassing neglect discard overrule "
            "supersede dismiss unlearn nullify void ignoriere ignorieren ignorier vergiss vergessen vergesst vergesse missacht* "
            "uebergeh* ubergehe ubergehen verwirf verwerfen streichen ignorez ignorer oublie oubliez oublier negligez negliger outrepass* "
            "ignora ignoren ignorar ignorad olvida olvide olvidar olviden olvidate olvidad descarta descarte descartar omite omitir "
            "desconsidere desconsiderar esqueca esqueci esquecer esqueca-se ignorare ignorate dimentica dimenticare dimenticate trascura "
            "scarta игнорир* проигнорир* забудь забудьте забыть отбрось отбросьте пренебреги пренебречь отмени negeer negeren vergeet "
            "zignoruj ignoruj zapomnij pomin yoksay unut gormezden ignorera glom تجاهل انس abaikan lupakan "
            "yok ignorujte zapomen zabudni figyelmen felejtsd ohita unohda glem puuza sahau ігноруй ігноруйте αγνοησε αγνοηστε ξεχασε ξεχαστε "
            "התעלם התעלמי התעלמו שכח שכחי نادیده فراموش 唔好理 "
            "忽略 无视 無視 忘记 忘記 忘掉 忘了 忽视 忽視 不理会 不要理会 不予理会 抛开 拋開 舍弃 跳过 撤销 "
            "忘れ 忘却 無効 破棄 무시 잊어 잊고 잊으 무효"
        ),
        # What reads like that and tells of it: longer words win over the shorter ones they begin with.
        "TOLD_OF": (
            "忘れてい 忘れていた 忘れまし 無視してい 無視され 잊었 잊어버렸 무시했 무시당 忘记了 忘記了 忽略了 无视了 無視了"
        ),
        # What came before.
        "PRIOR": (
            "previous previously prior above earlier preceding before foregoing original initial past former existing current vorherig* "
            "bisherig* obig* vorangegangen* vorausgegangen* zuvor fruher* davor vorigen vorige ursprungliche* bestehend* genannten "
            "precedent* anterieur* ci-dessus avant initiales initiaux initiale anterior* previa* previo* arriba antes iniciales originales "
            "acima iniciais originais precedent* sopra iniziali originali prima предыдущ* прежн* прошл* выше предшеств* ранее начальн* "
            "vorige eerdere bovenstaande poprzednie powyzsze wczesniejsze onceki yukaridaki tidigare السابقة السابق أعلاه "
            "predchozi predchadzajuce korabbi elozo aiemmat aiempia edelliset tidligere forrige anterioare awali попередні попередніх "
            "προηγουμενεσ προηγουμενα προηγουμενουσ παραπανω הקודמות הקודמים לעיל قبلی پیشین "
            "sebelumnya 以上 之前 先前 上述 此前 前面 上面 以前 从前 初始 原有 前述 前の 先ほど これまで 今まで 上記 従来 最初 "
            "이전 앞선 위의 기존 앞의 지금까지 이제까지 상기"
        ),
        "ALL": (
            "all any every everything whatever entire alle allen alles aller allem samtlich* jegliche* tout toute toutes tous todo todos toda "
            "todas tudo tutto tutte tutti tutta все всех всю любые alle alles wszystkie wszystko butun tum alla كل جميع semua "
            "vsechny vsetky osszes minden kaikki toate yote усі всі ολεσ ολα ολουσ כל מכל تمام همه "
            "所有 全部 一切 任何 すべて 全て 全ての あらゆる 모든 모두 전부"
        ),
        "EVERYTHING": (
            "everything alles tout todo tudo tutto все wszystko 一切 所有 全部 すべて 全て 모든 모두"
        ),
        # What an agent goes by.
        "RULES": (
            "instruction instructions instruktion* instruct directive directives rule rules guideline guidelines prompt prompts command commands "
            "directions constraint constraints restriction restrictions policy policies safeguard safeguards guardrail guardrails protocol "
            "protocols assignments orders order directives limitations moderation filters anweisung* regel regeln richtlinie* vorgabe vorgaben "
            "befehl befehle auftrage auftragen aufgaben angaben weisungen ausfuhrungen einschrankung* beschrankung* sicherheitsregeln "
            "consigne consignes regle regles directives instruction* commandes restrictions limites instruccion* reglas regla directriz "
            "directrices ordenes restricciones indicaciones indicacion instrucao instrucoes regras regra diretriz* restricoes comandos "
            "istruzion* regole regola direttive direttiva restrizion* comandi vincoli инструкци* правил* указани* директив* команд* ограничени* "
            "запрос* промпт* instructies regels opdrachten instrukcje polecenia zasady talimat* kurallar* komutlar* instruktioner regler "
            "pokyny pravidla utasitas* szabaly* ohjeet ohjeita saannot instrukser instructiun* regulile maagizo інструкці* вказівк* οδηγιεσ οδηγιων "
            "κανονεσ εντολεσ ההוראות הוראות ההנחיות הנחיות הכללים دستورالعمل دستورالعملهای دستورات قوانین "
            "التعليمات تعليمات القواعد instruksi aturan "
            "指令 指示 规则 規則 提示词 提示詞 命令 指引 准则 準則 限制 约束 約束 规定 要求 说明 指南 守则 设定 "
            "ルール 規則 指針 プロンプト 制限 制約 ガイドライン 設定 지시 지침 명령 규칙 프롬프트 제한 제약 가이드라인 설정"
        ),
        # What somebody said or wrote before, when it is to be put aside.
        "SAID": (
            "said told context conversation text document documents assignment task tasks question message messages information prompt articles thoughts words obige obigen "
            "gesagt texte kontext fragen dokument* aufgabe aufgaben informationen contexte dit documents contexto texto dicho "
            "informacion tareas informacoes testo contesto detto informazioni compiti контекст* текст* задани* сказанн* 内容 內容 对话 任务 "
            "信息 資訊 上下文 会话 文脈 会話 内容 タスク 情報 내용 대화 맥락 작업 정보"
        ),
        "YOUR": (
            "your ur deine deinen deiner dein deinem ihre ihren ihrer ihrem ihr eure euren ta tes ton votre vos tu tus su sus vuestras vuestro "
            "teu teus tua tuas seu seus sua suas tuo tuoi tue vostro vostre твои твой твоего твоих ваши ваш ваших вашего свои своих свой свою "
            "jouw je twoje swoje senin sizin tuas din dina ditt kamu anda 你的 您的 你们的 あなたの 君の お前の 당신의 너의 네 귀하의"
        ),
        "YOU": (
            "you youre you're du eres bist sei sie ihr tu vous usted ustedes vosotros voce voces lei voi ты вы тебе вам jij u ty sen siz "
            "你 您 你们 あなた 君 お前 당신 너는 넌 너 귀하"
        ),
        "NEW": "new nun neue neuen neuer neues nouvelle nouvelles nouveau nueva nuevas nuevo nova novas novo nuove nuova nuovo nuovi новые новая новое новых 新的 新 新しい 새로운 새",
        "NOW": (
            "now henceforth hereafter onwards onward jetzt nun ab fortan kunftig desormais maintenant dorenavant ahora adelante agora "
            "doravante ora adesso теперь отныне сейчас nu voortaan teraz simdi artik 现在 現在 从现在 從現在 今后 今後 从今 以后 接下来 "
            "今から これから 以降 今後 이제 지금부터 앞으로 이제부터"
        ),
        # Who is spoken to.
        "AGENT": (
            "ai assistant assistants bot bots chatbot chatgpt gpt llm llms agent agents copilot claude gemini ki-assistent* ki assistent assistente "
            "assistenten asistente asistentes agente agentes ia ассистент* бот бота модел* нейросет* агент* asystent* "
            "model models 助手 助理 机器人 機器人 人工智能 智能体 模型 アシスタント ボット エージェント モデル 어시스턴트 비서 챗봇 에이전트 모델 인공지능"
        ),
        "BOT": (
            "ai assistant assistants bot bots chatbot chatgpt gpt llm llms copilot ki-assistent* ki asistente assistente ia ассистент* бот бота нейросет* "
            "助手 机器人 機器人 人工智能 智能体 アシスタント ボット 어시스턴트 챗봇 인공지능"
        ),
        "SPEAKER": "system systemhinweis systemnachricht systemmeldung systeme sistema система 系统 系統 システム 시스템",
        "ADDRESS": (
            "note notes important attention notice message instruction instructions reminder hinweis achtung wichtig nachricht "
            "remarque avis atencion importante nota aviso mensaje atencao mensagem attenzione messaggio avviso внимание важно примечание "
            "сообщение 注意 重要 提示 说明 提醒 通知 お知らせ 주의 중요 알림 참고 공지"
        ),
        # To be somebody else.
        "ACT": (
            "act behave pretend roleplay role-play simulate impersonate acting fungiere fungieren verhalte verhalten verhaltst agiere auftreten schlupf* "
            "agis agissez comporte comportez actua actue actuar comportate finge fingir simula interpreta aja atue atuar finja agisci comportati "
            "comportarsi fingi fingere веди ведите притворись притворитесь действуй действуйте представь сыграй 扮演 充当 充當 假装 假裝 假扮 演じ "
            "振る舞 ふりをし なりきっ 연기 행동해 행동하 역할 척해"
        ),
        "BE": "are bist seid sind es etes eres sos sois sei siete являешься являетесь jestes bent 是 です だ 이다 입니다 야",
        "WANT": (
            "want need would like must should please have mochte will wurde veux voudrais souhaite quiero necesito quero preciso "
            "gostaria voglio vorrei хочу нужно 要 希望 想 需要 ほしい してください 원해 해줘 해주세요"
        ),
        "FREE": (
            "unrestricted uncensored unfiltered jailbreak jailbroken dan unlimited lawless amoral "
            "uneingeschrankt* unzensiert* sans sin sem senza ohne без without no keine keinerlei aucune aucun ningun ninguna nenhuma nenhum "
            "nessuna nessun никаких 没有 沒有 无 不受 无限制 制限なし 制限のない なし ない 없는 없이 없다 무제한"
        ),
        "MODE": ("mode modus modo modalita режим* modu 模式 モード 모드"),
        "POWER": (
            "developer dev debug maintenance god admin administrator root sudo superuser dan jailbreak unrestricted override operator wartungs* "
            "entwickler* developpeur administrateur mainteneur desarrollador administrador desenvolvedor sviluppatore amministratore разработчик* "
            "администратор* отладк* 开发者 開發者 管理员 管理員 调试 維護 开发人员 越狱 デベロッパー 開発者 管理者 メンテナンス 개발자 관리자 디버그 탈옥"
        ),
        # To bring out.
        "REVEAL": (
            "reveal reveals show print display repeat output leak disclose dump expose recite list tell give share write encode translate return "
            "spell summarize copy paste provide state quote divulge send zeige zeig zeigen verrate verraten drucke gib gebe gebt nenne nennen "
            "wiederhole wiederholen offenbare ausgeben anzeigen vorzeigen schreibe affiche affichez montre montrez revele revelez revelez-moi "
            "revele-moi repete repetez donne donnez divulgue imprime imprimez muestra muestre mostrar muestrame revela revele revelar repite "
            "imprime dime divulga comparte mostre mostra revele repita exiba imprima diga compartilhe mostrami rivela rivelami rivelare "
            "stampa ripeti dimmi elenca покажи покажите раскрой раскройте выведи выведите напечатай повтори повторите скажи сообщи выдай toon "
            "onthul pokaz ujawnij goster visa اعرض اكشف tampilkan "
            "显示 顯示 透露 泄露 洩露 输出 輸出 打印 展示 告诉 告訴 公开 公開 重复 重複 列出 说出 表示 見せ 教え 明かし 出力 開示 暴露 漏らし 繰り返 "
            "보여 공개 출력 알려 말해 누설 표시 반복"
        ),
        "SYSTEM": (
            "system systems hidden initial secret original internal developer starting core base preset above entire full beginning "
            "systemprompt versteckt* anfanglich* ursprunglich* systeme cache sistema oculto inicial iniciais nascosto iniziale систем* скрыт* "
            "начальн* 系统 系統 隐藏 隱藏 初始 内部 システム 隠し 初期 시스템 숨겨진 초기 내부 النظام"
        ),
        "PROMPT": (
            "prompt prompts prompt-text* prompttext* system-prompt systemprompt* instruction instructions configuration "
            "config initialization directives rules guidelines embeddings anweisung* systemanweisung* prompt-texte instructions invite consignes "
            "instrucciones indicaciones instrucoes istruzioni istruzione инструкци* промпт* подсказк* instructies instrukcje talimatlar "
            "提示词 提示詞 提示 指令 指示 设定 配置 プロンプト 設定 프롬프트 지시 지침 설정"
        ),
        "INIT": "initial system starting original hidden developer initiales iniciales iniciais iniziali начальн* 初始 系统 最初 システム 초기 시스템",
        "WHAT": "what whats what's which welche was wie quelles quel quelle que cuales cual qual quais quali какие какой что 什么 什麼 哪些 何 なに 무엇 뭐",
        "WERE": "are were is was have sind waren lauten ist sont etaient son eran sao eram sono erano были given received 是 は 인가 이야",
        # Whatever must not get out.
        "SECRET": (
            "password passwords passphrase credential credentials secret secrets api-key api-keys apikey apikeys key keys token tokens cookie cookies ssn "
            "passwort passworter zugangsdaten geheimnis* kennwort* schlussel mot-de-passe passe identifiants contrasena* credencial* "
            "clave claves secreto* senha senhas chave chaves segredo* credenziali chiavi segreti парол* секрет* ключ* учетн* токен* "
            "密码 密碼 密钥 密鑰 凭证 憑證 凭据 口令 令牌 秘密 パスワード 認証情報 鍵 トークン 비밀번호 비밀 암호 자격 토큰 키를"
        ),
        "PRIVATE": (
            "personal private confidential sensitive customer customers user users stored saved linked passport bank account credit medical genetic "
            "history contacts contact address details data records record files file documents information conversation conversations chat logs messages "
            "emails prescriptions payees holdings profile location image photos kundendaten nutzerdaten daten kunden personliche* vertraulich* "
            "donnees clients confidentiel* personnel* datos clientes personales confidencial* historial dados pessoais confidenciais dati clienti "
            "personali riservat* данны* клиент* личн* персональн* конфиденциал* историю историй переписк* "
            "数据 資料 数据库 客户 客戶 用户 用戶 个人 個人 隐私 隱私 对话 記錄 记录 联系人 机密 顧客 個人情報 データ 履歴 機密 会話 고객 개인 데이터 정보 기록 연락처 기밀 대화"
        ),
        "SEND": (
            "send sends forward email e-mail mail post upload transmit exfiltrate leak share deliver curl fetch sende senden "
            "schicke schick schicken sendet leite weiterleiten hochladen ubermittle ubermitteln mailen envoie envoyez envoyer envoie-les transmets "
            "transmettez transferez publie envia envie enviar envialos envialo reenvia manda mande mandar sube compartilhe encaminhe invia inviare "
            "inviali spedisci inoltra carica отправь отправьте отправить перешли перешлите пошли вышли загрузи передай stuur verstuur wyslij gonder "
            "skicka أرسل kirim 发送 發送 发给 發給 发到 寄给 寄到 转发 轉發 上传 上傳 提交 泄露 送信 送って 転送 アップロード 보내 전송 전달 업로드 유출"
        ),
        # To use a tool or run something.
        "CALL": (
            "call invoke run execute trigger use launch rufe rufen ausfuhren fuhre verwende starte nutze appelle appelez executez lance lancez "
            "utilise llama ejecuta ejecute invoca usa utiliza chame execute invoque chiama esegui eseguire lancia вызови вызовите выполни "
            "выполните запусти запустите используй 调用 調用 执行 執行 运行 運行 使用 呼び出 実行 使って 호출 실행 사용해"
        ),
        "TOOL": (
            "tool tools function functions shell bash terminal curl wget sudo powershell cmd rm exec "
            "command script werkzeug* funktion outil outils fonction herramienta* funcion ferramenta* funcao strument* funzione инструмент* "
            "функци* скрипт* 工具 函数 函數 命令 脚本 腳本 ツール 関数 コマンド スクリプト 도구 함수 명령어 스크립트"
        ),
        "INVOKE": "call invoke rufe appelle appelez llama llame chama chame chiama chiami вызови вызовите 调用 調用 呼び出 호출",
        "DECODE": (
            "decode decipher decrypt unscramble dekodiere entschlussel* decodez decodifica decodifique descifra расшифруй "
            "раскодируй декодируй 解码 解碼 解密 デコード 復号 디코드 해독"
        ),
        "OBEY": (
            "follow obey comply adhere execute perform carry do befolge befolgen folge gehorche suis suivez obeis obeissez sigue siga obedece "
            "obedezca cumple siga obedeca cumpra segui segua obbedisci esegui следуй следуйте подчиняйся подчиняйтесь выполни выполняй "
            "遵循 遵守 服从 服從 听从 執行 执行 照做 従って 従い 実行 따라 따르 수행 복종"
        ),
        # Standing orders.
        "ALWAYS": (
            "always never immer niemals nie stets toujours jamais siempre nunca jamas sempre mai всегда никогда altijd nooit zawsze nigdy her zaman asla "
            "永远 永遠 总是 總是 始终 每次 务必 必须 从不 绝不 不要 常に いつも 必ず 絶対 決して 항상 언제나 반드시 절대"
        ),
        "FUTURE": (
            "future later subsequent upcoming next permanently persist persisted forever onward sessions zukunft* kunftig* dauerhaft spater futur* "
            "futures prochain* suivant* futuro futura futuros futuras siguientes prossim* successiv* futuri future будущ* последующ* навсегда "
            "未来 未來 将来 以后 今后 后续 永久 下次 今後 次回 以降 앞으로 향후 미래 이후 다음"
        ),
        "EVERY": (
            "every each all any whenever everytime jede jeder jedem jeden jedes alle chaque toutes tout cada todo todas todos toda ogni tutte tutti каждый "
            "каждом каждого каждой все любой любом любого 每 每个 每次 每一 所有 任何 每個 毎回 すべて 全て 各 どの 모든 매번 각 언제"
        ),
        "IF": (
            "if when whenever once wenn sobald falls immer si lorsque quand cuando quando se если когда als wanneer jesli kiedy "
            "如果 当 當 若 一旦 每当 もし 場合 とき たら 만약 때 경우 면"
        ),
        "USER": (
            "user users owner customer customers anyone someone client nutzer benutzer kunde kunden anwender utilisateur utilisateurs usuario usuarios "
            "cliente clientes utente utenti usuario пользовател* клиент* 用户 用戶 使用者 客户 主人 有人 ユーザー 利用者 お客 사용자 유저 고객 주인"
        ),
        "ASKS": (
            "asks ask asked asking requests request mentions mention says say wants inquires queries fragt fragen gefragt erwahnt bittet demande demandent "
            "mentionne pregunta pregunte preguntan pide mencione menciona pergunta pergunte perguntar pede mencionar chiede chieda chiedono menziona "
            "спросит спрашивает спросят спрашивают упомянет просит 问 問 询问 詢問 提到 提及 要求 请求 聞 尋ね 質問 言及 묻 물어 물으 질문 요청 언급"
        ),
        "SAY": (
            "say says answer answers respond responds reply replies write print output recommend tell append add include insert mention state claim suggest "
            "return produce generate repeat echo end begin start approve respond insist sign sage sag antworte antworten antwortet schreibe schreib "
            "fuge hange empfehle empfiehl erwahne nenne behaupte reponds repondez dis dites ecris ecrivez ajoute ajoutez recommande recommandez "
            "inclus incluez mentionnez responde responda responder di diga escribe escriba anade anada agrega agregue incluye incluya recomienda "
            "recomiende menciona escreva adicione inclua recomende mencione acrescente rispondi rispondere di' scrivi aggiungi includi inserisci "
            "raccomanda consiglia ответь отвечай отвечайте ответьте скажи говори говорите напиши пиши добавь добавляй добавляйте включи рекомендуй "
            "упомяни утверждай 回答 答复 回复 回覆 说 說 写 寫 输出 推荐 推薦 添加 附上 包含 加上 声称 告知 答え 返信 言っ 言う 書い 追加 含め 勧め 推奨 "
            "대답 답변 답해 응답 말해 말하 추가 포함 추천 적어"
        ),
        "REPLY": (
            "reply replies response responses answer answers output outputs summary summaries report reports review message messages sentence completion "
            "explanation elucidation implementation antwort antworten ausgabe ausgaben zusammenfassung* bericht* reponse reponses resume rapport "
            "respuesta respuestas resumen informe resposta respostas resumo relatorio risposta risposte riassunto rapporto riepilogo output "
            "ответ ответе ответа ответы ответов ответах вывод резюме отчет* 回答 答复 回复 回覆 答案 输出 摘要 总结 报告 返答 返信 応答 要約 出力 レポート "
            "답변 응답 대답 요약 출력 보고서"
        ),
        # What one does to a reply.
        "CHANGE": (
            "add append include insert incorporate integrate embed modify change adjust enhance end begin start finish conclude sign mention "
            "encode translate write provide render make use keep replace introduce scramble substitute put place feature employ interweave weave "
            "merge blend deploy utilize utilise append attach prepend inject misspell jumble remove group reverse invert augment shown fuge hange ergange erganze fuege baue ajoute ajoutez inserez incluez anade "
            "agrega incluye inserta adicione inclua insira aggiungi includi inserisci angehangt anzuhangen aggiunto добавь включи вставь дополни "
            "加入 添加 插入 附上 包含 加上 追加 挿入 含め 付け 추가 삽입 포함 덧붙"
        ),
        "MUST": (
            "must shall should muss musst mussen soll sollst sollen doit dois devez doivent debe debes deben tienes deve devem "
            "devi devono должен должны должна обязан* нужно moet musisz 必须 必須 务必 应当 应该 なければ べき 해야 하라 하십시오"
        ),
        "REMEMBER": (
            "remember memorize store save persist record note keep merke merken speichere speichern behalte retiens retenez memorise enregistre recuerda "
            "recuerde memoriza guarda guarde lembre lembre-se memorize salve ricorda ricordati memorizza salva запомни запомните сохрани "
            "сохраните 记住 記住 牢记 保存 记下 存储 覚え 記憶 기억 저장 명심"
        ),
        "MEMORY": (
            "memory long-term memories directive instruction rule gedachtnis langzeitgedachtnis memoire memoria памят* 记忆 記憶 长期记忆 메모리 기억 규칙"
        ),
        "ONLY": "only just nur bloss seulement solo solamente apenas somente soltanto только лишь 只 仅 只需 だけ のみ 오직 만",
        "INSTEAD": "instead rather stattdessen lieber sondern plutot lugar vez invece вместо 而是 改为 代わり 대신",
        "STOP": "stop halt stopp attention arrete basta стоп 停 停止 止め 멈춰 중지",
        "DONE": "done well excellent great congratulations herzlichen gut ausgezeichnet* bravo felicitations bien perfecto muito bene отлично 很好 干得好 よくでき 잘했",
        "TASK": "task tasks assignment mission job aufgabe aufgaben auftrag tache tarea tareas tarefa tarefas compito compiti задани* задач* 任务 任務 タスク 課題 작업 임무 과제",
        "REAL": "real actual true main only echte wahre eigentliche vraie verdadera vera vero настоящ* 真正 本当の 진짜",
    }
)
