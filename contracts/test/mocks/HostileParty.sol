// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A buyer, seller or treasury that is a contract, and receives native coin as configured.
contract HostileParty {
    enum Part {
        Accepts,
        Reverts,
        RevertsWithMegabyte,
        AnswersMegabyte,
        BurnsGas,
        UsesSomeGas,
        CallsBack,
        RefusesAtGasPrice,
        BurnsAtGasPrice,
        NeedsPushGas
    }

    /// @dev Slightly less than the gas that is left of a push's 200,000 when `receive` starts.
    uint256 private constant PUSH_GAS_LEFT = 197_000;

    Part private _part;
    address private _callee;
    bytes private _callData;
    bool public calledBack;
    bool public callSucceeded;
    bytes public callAnswer;
    uint256 private _sink;
    uint256 private _noted;

    function act(Part part) external {
        _part = part;
    }

    /// @dev Records the balance from which `gained` counts.
    function note() external {
        _noted = address(this).balance;
    }

    function gained() external view returns (uint256) {
        return address(this).balance - _noted;
    }

    function callBack(address callee, bytes calldata data) external {
        _part = Part.CallsBack;
        _callee = callee;
        _callData = data;
    }

    /// @dev Calls `callee` as this party; if the call fails, reverts with its error.
    function run(address callee, uint256 value, bytes calldata data) external payable returns (bytes memory) {
        (bool ok, bytes memory answer) = callee.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        return answer;
    }

    receive() external payable {
        uint256 gas = gasleft();
        if (_part == Part.Reverts) revert("no");
        if (_part == Part.RevertsWithMegabyte) {
            assembly {
                revert(0, 1048576)
            }
        }
        if (_part == Part.AnswersMegabyte) {
            assembly {
                return(0, 1048576)
            }
        }
        if (_part == Part.BurnsGas) while (true) {}
        if (_part == Part.UsesSomeGas) while (gasleft() > 50_000) _sink = gasleft();
        if (_part == Part.CallsBack) {
            calledBack = true;
            (callSucceeded, callAnswer) = _callee.call(_callData);
        }
        // A transaction has a gas price and an estimate has none: the next two parts accept in the estimate and refuse in the transaction.
        if (_part == Part.RefusesAtGasPrice) require(tx.gasprice == 0);
        if (_part == Part.BurnsAtGasPrice && tx.gasprice != 0) while (true) {}
        if (_part == Part.NeedsPushGas) require(gas > PUSH_GAS_LEFT);
    }
}
