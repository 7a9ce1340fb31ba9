// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "./CollectionBase.sol";
import {CollectionHandler} from "./CollectionHandler.sol";

/// @dev What holds for a collection after any sequence of actions, allowed or not.
contract CollectionInvariants is CollectionBase {
    CollectionHandler private handler;

    function setUp() public override {
        super.setUp();
        (, uint256 heirKey) = makeAddrAndKey("heir");
        address[2] memory where = [treasury, makeAddr("another treasury")];
        handler = new CollectionHandler(collection, platform, usdc, admin, where, [creatorKey, heirKey]);
        for (uint256 i = 0; i < 4; ++i) usdc.mint(handler.actors(i), 1e24);
        targetContract(address(handler));
    }

    function invariant_tokensAndMoneyAddUp() public view {
        _checkTokens();
        _checkBalances();
        _checkPaymentsAreOwedOrPaidOut();
    }

    function _checkTokens() private view {
        uint256 sum;
        for (uint256 i = 0; i < 4; ++i) sum += collection.balanceOf(handler.actors(i));
        assertEq(sum, handler.mints() - handler.burns());
    }

    function _checkBalances() private view {
        for (uint256 i = 0; i < 2; ++i) {
            address currency = handler.currencies(i);
            assertEq(_balance(currency, address(collection)), handler.debtOf(currency));
        }
    }

    function _checkPaymentsAreOwedOrPaidOut() private view {
        for (uint256 i = 0; i < 2; ++i) {
            address currency = handler.currencies(i);
            assertEq(handler.heldByPayees(currency) + handler.debtOf(currency), handler.paid(currency));
            uint256 fees = collection.owedFees(currency) + _balance(currency, treasury)
                + _balance(currency, handler.treasuries(1));
            assertEq(fees, handler.fees(currency));
        }
    }

    /// @dev Each token has the expected owner, its content from the mint, and the correct transfer count.
    function afterInvariant() public view {
        for (uint256 id = 0; id < handler.NUMBERS() + 3; ++id) {
            (address owner, bool minted, bytes32 content, uint256 transfers) = handler.known(id);
            try collection.ownerOf(id) returns (address actual) {
                assertEq(actual, owner);
            } catch {
                assertEq(owner, address(0));
            }
            assertEq(collection.contentOf(id), content);
            assertEq(collection.transferCount(id), transfers);
            try collection.voucherFloor(id) {
                assertFalse(minted);
            } catch {
                assertTrue(minted);
            }
        }
    }

    /// @dev 2,000 random actions reach each listed case of the handler at least three times.
    function test_handlerReachesEveryCase() public {
        for (uint256 i = 0; i < 2000; ++i) {
            uint256 lot = uint256(keccak256(abi.encode(i)));
            (uint256 a, uint256 b, uint256 c) = (lot >> 16, lot >> 64, lot >> 112);
            uint256 kind = lot % 16;
            if (kind == 0) a % 8 == 0 ? handler.mint(a, b, c) : handler.transfer(a, b);
            else if (kind < 4) handler.voucher(a, b, c, a % 3 != 0);
            else if (kind < 6) handler.late(a, b, c);
            else if (kind == 6) handler.revoke(a, b, c % 16 == 0);
            else if (kind < 9) handler.transfer(a, b);
            else if (kind == 9) handler.burn(a, b);
            else if (kind == 10) handler.meddle(a, b, c);
            else if (kind == 11) handler.handOver(a, b);
            else if (kind == 12) handler.misbehave(a, b % 2 == 0);
            else if (kind == 13) handler.withdraw(a, b);
            else if (kind == 14) handler.withdrawFees(a);
            else a % 2 == 0 ? handler.administer(b, c) : handler.wait(a);
        }
        string[10] memory actions = [
            "redemptions",
            "vouchers refused",
            "mints refused",
            "revocations",
            "transfers",
            "meddlers refused",
            "hand-overs",
            "debts",
            "withdrawals",
            "fees withdrawn"
        ];
        for (uint256 i = 0; i < actions.length; ++i) {
            emit log_named_uint(actions[i], handler.count(actions[i]));
            assertGt(handler.count(actions[i]), 2, actions[i]);
        }
        assertGt(handler.count("fees lowered"), 0);
        assertGt(handler.burns(), 5);
        invariant_tokensAndMoneyAddUp();
        afterInvariant();
    }
}
