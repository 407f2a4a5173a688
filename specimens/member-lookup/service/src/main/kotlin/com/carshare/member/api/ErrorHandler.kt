package com.carshare.member.api

import com.carshare.member.auth.InvalidTokenException
import com.carshare.member.lookup.MemberLeftException
import com.carshare.member.lookup.MemberNotFoundException
import org.springframework.http.HttpStatus
import org.springframework.http.ProblemDetail
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice
import org.springframework.web.client.RestClientException

@RestControllerAdvice
class ErrorHandler {
    @ExceptionHandler(MemberNotFoundException::class)
    fun notFound(e: MemberNotFoundException) = problem(HttpStatus.NOT_FOUND, e)

    @ExceptionHandler(MemberLeftException::class)
    fun gone(e: MemberLeftException) = problem(HttpStatus.GONE, e)

    @ExceptionHandler(InvalidTokenException::class)
    fun unauthorized(e: InvalidTokenException) = problem(HttpStatus.UNAUTHORIZED, e)

    @ExceptionHandler(RestClientException::class)
    fun authUnavailable(e: RestClientException) = problem(HttpStatus.BAD_GATEWAY, e)

    private fun problem(status: HttpStatus, e: Exception): ProblemDetail =
        ProblemDetail.forStatusAndDetail(status, e.message ?: status.reasonPhrase)
}
