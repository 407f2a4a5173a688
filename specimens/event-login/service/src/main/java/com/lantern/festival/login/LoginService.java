package com.lantern.festival.login;

import com.lantern.festival.member.Member;
import com.lantern.festival.member.MemberMapper;
import com.lantern.festival.messaging.token.MessagingTokens;
import com.lantern.festival.notice.LoginNotices;
import com.lantern.festival.session.SessionStore;
import org.springframework.stereotype.Service;

@Service
class LoginService {
    private final MemberMapper members;
    private final PasswordCheck passwords;
    private final MessagingTokens tokens;
    private final SessionStore sessions;
    private final LoginNotices notices;

    LoginService(
            MemberMapper members, PasswordCheck passwords, MessagingTokens tokens, SessionStore sessions, LoginNotices notices) {
        this.members = members;
        this.passwords = passwords;
        this.tokens = tokens;
        this.sessions = sessions;
        this.notices = notices;
    }

    LoginAnswer login(LoginRequest request) {
        var member = authenticated(request);
        var token = tokens.of(member, request.messagingToken());
        var session = sessions.open(member);
        sessions.register(member, token);
        return LoginAnswer.of(session, notices.at(member, token).orElse(null));
    }

    private Member authenticated(LoginRequest request) {
        return members.byEmail(request.email())
                .filter(Member::isActive)
                .filter(m -> passwords.matches(request.password(), m.passwordHash()))
                .orElseThrow(WrongCredentialsException::new);
    }
}
