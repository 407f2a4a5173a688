package com.lantern.festival.web;

import com.lantern.festival.login.WrongCredentialsException;
import com.lantern.festival.messaging.token.MissingTokenException;
import com.lantern.festival.messaging.token.TokenUnavailableException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestControllerAdvice
class ErrorHandler {
    @ExceptionHandler(WrongCredentialsException.class)
    ProblemDetail unknown(WrongCredentialsException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNAUTHORIZED, e.getMessage());
    }

    @ExceptionHandler(MissingTokenException.class)
    ProblemDetail incomplete(MissingTokenException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
    }

    @ExceptionHandler({TokenUnavailableException.class, DataAccessException.class})
    ProblemDetail unavailable(RuntimeException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Please try again in a moment");
    }
}
