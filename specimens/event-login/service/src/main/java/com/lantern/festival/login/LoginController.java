package com.lantern.festival.login;

import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LoginController {
    private final LoginService logins;

    LoginController(LoginService logins) {
        this.logins = logins;
    }

    @PostMapping("/api/login")
    LoginAnswer login(@Valid @RequestBody LoginRequest request) {
        return logins.login(request);
    }
}
